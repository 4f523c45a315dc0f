"""Words that must meet under one term, and words that must not: what the stemmers are measured by."""

UNITE: dict[str, str] = {
    "ca": """
cançó cançons canço cancons
avió avions avio
configuració configuracions configuracio configurar configura
raó raons rao
cosí cosins cosina cosines cosi
germà germana germans germanes germa
mà mans
pa pans
vi vins
nen nena nens nenes
gos gossos gossa
gat gata gats gates
boig boja bojos boges
roig roja rojos roges
peix peixos
pis pisos
calaix calaixos
metge metges metgessa
platja platges
viatge viatges viatjar viatjava
biblioteca biblioteques
botiga botigues
plaça places placa
aigua aigües aigues
llengua llengües
amic amiga amics amigues
història històries historia
al·lèrgia al·lèrgic al·lèrgica alergica allergia
col·legi col·legis collegi colegi
ciutat ciutats
estudiant estudiants
estudia estudiava estudio estudiï estudiar estudien
treballa treballava treballen treballo treballar treballat
viu viure vivia viuen visc vivim viscut vivíem
té tenir tenia tenen tinc tenc tingut tindrà
fa fer feia fan faig fet farà
ve venir venia vénen vinc vingut vindrà
diu dir deia diuen dic dit dirà
anar anava anaven aniré anat
pot poder podia poden puc pogut podrà
vol voler volia volen vull volgut voldrà
sap saber sabia saben sabut
veu veure veia veuen veig vist
beu beure bevia beuen bec begut
escriu escriure escrivia escriuen escrit
dorm dormir dormia dormen dormo dormit
qued quedar queda quedava quedo quedat
pens pensar pensa penso pensava
compra comprar comprava compren comprat comprarà
canta cantar cantava canten cantaré
neix néixer naixia neixen nascut neixer
coneix conèixer coneixia coneguda conegut conec
serveix servir servia serveixen
perd perdre perdia perden perdut
obre obrir obria obren obert
posa posar posava posen posat
truca trucar trucava truquen truqui
paga pagar pagava paguen pagui
comença començar començava comencen
professor professora professors professores
escola escoles
reunió reunions reunio
telèfon telèfons telefon
clau claus
dia dies
any anys
mes mesos
cosa coses
home homes
dona dones
fill filla fills filles
porta portes
""",
    "es": """
canción canciones cancion
configuración configuraciones configurar configura
luz luces
vez veces
pez peces
lápiz lápices lapiz
avión aviones avion
razón razones
jardín jardines jardin
niño niña niños niñas
año años
gato gata gatos gatas
perro perra perros perras
alergia alérgico alérgica alergica alergias
médico médica médicos medico
profesor profesora profesores profesoras
amigo amiga amigos amigas
hermano hermana hermanos hermanas
ciudad ciudades
árbol árboles arbol
mes meses
país países pais
reunión reuniones reunion
llave llaves
vive vivo vivía vivir viven vivió vivieron
tiene tener tengo tenía tuvo tenés tienes tendrá
hace hacer hago hacía hizo hecho hará hacés
viene venir vengo venía vendrá
dice decir digo decía dijo dicho dirá
ir iba voy vamos iban
puede poder puedo podía pudo podés podrá
quiere querer quiero quería quiso querés
sabe saber sabía supo sabés
pone poner pongo ponía puso puesto
sale salir salgo salía saldrá
ve ver veo veía visto vieron
habla hablar hablaba hablás hablas hablo hablaron
trabaja trabajar trabajaba trabajo trabajan trabajó trabajás
estudia estudiar estudiaba estudio estudió
duerme dormir dormía duermo durmió dormís
juega jugar jugaba juego jugó
empieza empezar empezaba empiezo empezó empecé
piensa pensar pensaba pienso pensó
pide pedir pedía pido pidió
sigue seguir sigo seguía siguió
encuentra encontrar encontraba encuentro encontró
cuesta costar costaba cuestan costó
vuelve volver volvía vuelvo vuelto volvió
compra comprar compró compraron compraba comprado
paga pagar pagué pagaba pagan
busca buscar busqué buscaba
escribe escribir escribió escrito
rompe romper rompió roto
nace nacer nació nacía nacido nazco
conoce conocer conozco conocía conoció
alquila alquilar alquilaba alquiló
dar da daba dio doy
darle darlo dar
""",
    "en": """
child children
man men
woman women
foot feet
tooth teeth
mouse mice
person people
wife wives
knife knives
study studies studied studying
wrist wrists
city cities
box boxes
bus buses
allergy allergies allergic
break breaks broke broken breaking
buy buys bought buying
go goes went gone going
take takes took taken taking
give gives gave given giving
write writes wrote written writing
drive drives drove driven driving
speak speaks spoke spoken speaking
teach teaches taught teaching
think thinks thought thinking
keep keeps kept keeping
sleep sleeps slept sleeping
leave leaves left leaving
lose loses lost losing
sell sells sold selling
pay pays paid paying
say says said saying
tell tells told telling
find finds found finding
get gets got getting gotten
make makes made making
meet meets met meeting meetings
send sends sent sending
spend spends spent spending
build builds built building
run runs ran running
sing sings sang sung singing
swim swims swam swum swimming
begin begins began begun beginning
fly flies flew flown flying
grow grows grew grown growing
know knows knew known knowing
see sees saw seen seeing
eat eats ate eaten eating
fall falls fell fallen falling
feel feels felt feeling
hold holds held holding
hear hears heard hearing
choose chooses chose chosen choosing
wear wears wore worn wearing
win wins won winning
live living lived
work works worked working
deploy deploys deployed deploying
configure configured configuring configures
""",
}

APART: dict[str, str] = {
    "ca": """
casa caça
casa cas
pare para
carrer carro
nen neu
mar mare
gat gate
sal sol
vi viu
ma mare
port porc
cap capsa
pis pi
os ós
rossa rosa
massa masa
gos gosar
pont pot
llet llit
metge mig
cosí cosir
dia diu
sang sant
plat plata
clau clar
fill fil
parla par
festa fet
terra tera
moto motor
cotxe cotxet
ple pla
pera pere
porta porc
""",
    "es": """
año ano
peña pena
perro pero
carro caro
pollo polo
callar calar
casa caso
luz lugar
mes mesa
puerto puerta
libro libra
punto punta
moto motor
cara carta
pan pana
mar marco
gato gasto
caballo cabello
hombre hombro
tren trece
banco banca
plato plata
copa copo
vino vine
cuento cuenta
queso quiso
peso piso
vivo vino
sol sal
pez pesa
""",
    "en": """
later latter
dinner diner
university universe
news new
house horse
wood word
root rot
flat float
man many
general generous
port sport
bed bad
life leaf
wrist write
desk disk
moth month
coat cost
plane plan
cat cater
car care
book boot
past paste
""",
}
