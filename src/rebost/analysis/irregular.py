"""What the endings don't tell: irregular forms, changing roots and nouns that only look related. Folded; written for Rebost.

Each table is read by meaning: `IRREGULAR` sends a form to a regular form of the same word (`viu` to `vivia`; `=avio` is
a stem as it stands), `ROOTS` a root left by
the endings to the word's other root (`duerm` to `dorm`), and `WHOLE` a noun to its singular, which is then its stem: `casa` isn't
`caso`, nor `port` `porta`, though endings are all that tells them apart.
"""

from __future__ import annotations

_FORMS: dict[str, str] = {
    "ca": """
        vivia: viu vius visc vivim viviu viuen viure viscut viscuda viscuts viscudes visqui visquis visquin visques visqueren viura viuran viuria
        tenia: te tens tinc tenc tenim teniu tenen tenir tingut tinguda tindra tindre tindran tindria tingui tinguin tingues ten
        feia: fa fas fan faig fem feu fer fet feta fets fetes feies feien fara fare faran faria farien fent faci facin fes feren feiem
        venia: ve vens vinc venc vingut vinguda vinguts vindra vindre vindran vindria vingui vinguin vingues vine venim
        deia: diu dius dic diem dieu diuen dir deies deien dit dita dira dire diran diria digui diguin digues dient
        anar: anava anaves anaven anat anada anats anades anire anira aniran aniria anem aneu anant
        podia: pot pots puc podem podeu poden poder pogut podra podre podran podria pugui puguin pogues
        volia: vol vols vull volem voleu volen voler volgut voldra voldre voldran voldria vulgui vulguin volgues
        sabia: sap saps sabem saben saber sabut sapiga sabra
        veure: veia veu veus veig veiem veieu veuen veure veies veien vist vegi vegin veura veuran veges
        bevia: beu beus bec bevem beuen beure begut beguda begudes begui beura
        escrivia: escriu escrius escric escriuen escriure escrit escrita escrits escrites escriura escrigui
        creia: creu crec creiem creuen creure creien cregut cregui
        queia: cau caus caic caiem cauen caure queien caigut caiguda caigudes caigui caura
        treia: treu treus trec traiem treuen treure treien tret treta trets tretes tregui traure
        movia: mou mous moc movem mouen moure mogut mogui
        plovia: plou plouen ploure plogut plogui
        reia: riu ric riem riuen riure reien rigut rigui
        duia: du duu dus duc duem duen dur dut duta duts dura duran dugui
        prenia: pren prens prenc prenem prenen prendre pres presos prengui prendra
        aprenia: apren aprens aprenc aprenen aprendre apres aprengui
        entenia: enten entens entenc entenen entendre entes entengui
        depenia: depen depens depenen depenre dependre
        responia: respon respons responc responen respondre respost resposta respostes responguin
        rebia: rep reps rebo reben rebre rebut rebuda rebuts rebra
        obria: obre obres obro obrim obren obrir obert oberta oberts obertes obrira
        cobria: cobreix cobrir cobert coberta coberts cobertes
        moria: mor mors moro moren morir mort morts morta mortes morira
        sortia: surt surts surto surten sortir surti surtin sortida sortides
        corria: corre corres corro corren correr corregut corri
        creixia: creix creixo creixen creixer crescut crescuda cresqui
        naixia: neix neixo neixen neixer naixer nascut nascuda nascuts nascudes nasque naixement neixement
        coneixia: coneix conec coneixo coneixen coneixer conegut coneguda coneguts conegudes conegui
        pareixia: pareix paregut pareixer
        apareixia: apareix aparegut apareguda apareixer apareixen
        collia: cull culls cullen collir collit
        escollia: escull escullo escullen escollir escollit escollida
        jeia: jeu jec jeuen jeure jegut
        coia: cou coc couen coure cuit cuita
        seia: seure segut seien
        permetia: permet permeto permeten permetre permes permesa
        prometia: promet prometre promes promesa
        batre: bat bats baten batia batut
        dono: dona donar donava donaven donen donat donada doni donin donaran donara donare don
        estudi: estudia estudies estudiar estudiava estudiaven estudio estudii estudiï estudien estudiat estudis estudiant estudiants estudiara
        canvi: canvia canvies canviar canviava canvio canvien canviat canvis canviï
        =vei: vei veins veina veines
        =segon: segon segona segons segones
        =avio: avio avions
        =mati: mati matins
        =pagina: pagina pagines
        =cadena: cadena cadenes
        =cadira: cadira cadires
        =dolar: dolar dolars
        =estiu: estiu estius
        =marit: marit marits
        =lluna: lluna llunes
        pa: pans
        ma: mans
        vi: vins
        be: bens
        ple: plens plena plenes
        fi: fins
        bo: bons bona bones
        nen: nena nens nenes nina nin nins nines
        dia: dies
        any: anys
        tren: trens
        rao: raons
        lleo: lleons lleona
        so: sons
        sa: sans sana sanes
        pla: plans plana planes
        gra: grans
        ull: ulls
        os: ossos
        mes: mesos
        pis: pisos
        gos: gossos gossa gosses
        gros: grossos grossa grosses
        rus: russos russa russes
        ros: rossos rossa rosses
        nas: nassos
        vas: vasos
        pas: passos
        cas: casos
        gas: gasos
        boig: bojos boja boges
        mig: mitja mitjos mitges
        nou: nova nous noves
        blau: blava blaus blaves
        viva: vius vives
        jove: joves jovent
        home: homes homens
        pensa: pens
        queda: qued
        amiga: amic amics
        antiga: antic antics
        groga: groc grocs
        cega: cec cecs
        neboda: nebot nebots
        lloba: llop llops
        muda: mut muts
        buida: buit buits
        menuda: menut menuts
        grisa: gris grisos
        """,
    "es": """
        tener: tengo tienes tiene tenemos tienen tenes teneis tuve tuvo tuviste tuvimos tuvieron tendra tendre tendran tendria tenga tengan tengas tuviera tuviese ten
        hacer: hago haces hace hacemos hacen hice hizo hicimos hicieron hiciste hara hare haran haria haga hagan hecho hecha hechos hechas haceme hacelo
        venir: vengo vienes viene venimos vienen vine vino vinieron viniste vendra vendre vendran vendria venga vengan veni viniendo
        decir: digo dices dice decimos dicen dije dijo dijeron dijiste dira dire diran diria diga digan dicho dicha decis diciendo deci
        ir: iba ibas iban ibamos voy vas va vamos van vaya vayan ire ira iran iria yendo ido anda
        poder: puedo puedes puede podemos pueden podes pude pudo pudieron podra podre podran podria pueda puedan pudiera pudiendo
        querer: quiero quieres quiere quieren queres quise quiso quisieron querra querria quiera quieran queria querian querido
        saber: sabes sabe sabemos saben supe supo supieron sabra sabre sabria sepa sepan sabia
        poner: pongo pone pones ponen puse puso pusieron pondra pondre pondran pondria ponga pongan puesto puestos puestas
        salir: salgo sale sales salen saldra saldre saldran saldria salga salgan
        ver: veo ve ves vemos ven veia veias veian vi vio vieron viste vera veran vea vean viendo visto vista
        dar: doy das da damos dan di dio dieron diste daba dabas daban dara daran daria dado dame darle darme darlo darles dando
        oir: oigo oye oyes oyen oia oyo oyeron oido
        traer: traigo trae traes traen traje trajo trajeron traiga trayendo traido traidos
        caer: caigo cae caes caen cayo cayeron caiga caido caida caidas
        leer: leo lee lees leen leia leyo leyeron leyendo leido lei
        creer: creo cree crees creen creia creyo creido
        morir: muero muere mueren murio murieron muerto muerta muertos muertas moria muriendo
        romper: roto rota rotos rotas
        abrir: abierto abierta abiertos abiertas
        cubrir: cubierto cubierta cubiertos
        escribir: escrito escrita escritos escritas
        volver: vuelto vuelta
        resolver: resuelto resuelta
        freir: frito frita frie
        reir: rie rio rieron reia
        andar: anduvo anduvieron
        conducir: conduzco condujo condujeron
        traducir: traduzco tradujo tradujeron
        producir: produzco produjo produjeron
        caber: quepo cabe cabia cupo
        jugar: juego juegos
        alergia: alergico alergica alergicos alergicas alergias
        =sabado: sabado sabados
        =camara: camara camaras
        =decada: decada decadas
        =marido: marido maridos
        =espada: espada espadas
        =esposo: esposo esposa esposos esposas
        =lunes: lunes
        =luna: luna lunas
        =pagina: pagina paginas
        ano: anos
        año: años
        mes: meses
        luz: luces
        vez: veces
        pez: peces
        pie: pies
        rey: reyes
        dia: dias
        joven: jovenes juventud
        buen: bueno buena buenos buenas
        gran: grande grandes
        tercer: tercero tercera
        primer: primero primera primeros primeras
        """,
    "en": """
        child: children
        man: men
        woman: women
        foot: feet
        tooth: teeth
        mouse: mice
        goose: geese
        person: people
        ox: oxen
        wife: wives
        knife: knives
        life: lives
        loaf: loaves
        half: halves
        shelf: shelves
        wolf: wolves
        thief: thieves
        scarf: scarves
        bus: buses
        gas: gases
        allergi: allergic allergy allergies
        break: broke broken
        bring: brought
        buy: bought
        go: goes went gone
        take: took taken
        give: gave given
        write: wrote written
        drive: drove driven
        speak: spoke spoken
        teach: taught
        think: thought
        keep: kept
        sleep: slept asleep
        leave: left
        live: lived living
        lose: lost
        sell: sold
        pay: paid
        say: said
        tell: told
        find: found
        get: got gotten
        make: made
        meet: met
        send: sent
        spend: spent
        lend: lent
        build: built
        run: ran
        sing: sang sung
        ring: rang rung
        swim: swam swum
        drink: drank drunk
        begin: began begun
        fly: flew flown flies
        grow: grew grown
        know: knew known
        throw: threw thrown
        blow: blew blown
        draw: drew drawn
        see: saw seen
        eat: ate eaten
        fall: fell fallen
        feel: felt
        hold: held
        hear: heard
        choose: chose chosen
        wear: wore worn
        tear: tore torn
        bear: borne born
        win: won
        lead: led
        read: reread
        catch: caught
        fight: fought
        seek: sought
        stand: stood
        understand: understood
        sit: sat
        steal: stole stolen
        freeze: froze frozen
        wake: woke woken
        hide: hid hidden
        ride: rode ridden
        rise: rose risen
        bite: bitten
        shake: shook shaken
        forget: forgot forgotten
        forgive: forgave forgiven
        become: became
        come: came
        bend: bent
        burn: burnt
        learn: learnt
        dream: dreamt
        spell: spelt
        spill: spilt
        mean: meant
        deal: dealt
        dig: dug
        stick: stuck
        strike: struck
        swear: swore sworn
        hang: hung
        lay: laid
        lie: lain
        light: lit
        shoot: shot
        show: shown
        sew: sewn
        shut: shutting
        slide: slid
        spin: spun
        spread: spreading
        sweep: swept
        weep: wept
        creep: crept
        wind: wound
        withdraw: withdrew withdrawn
        overtake: overtook overtaken
        undergo: underwent undergone
        good: better best
        bad: worse worst
        """,
}

_ROOTS: dict[str, str] = {
    "ca": """
        serv: serveix
        naix: neix nasc
        coneix: coneg
        colleg: collej
        correg: correj
        """,
    "es": """
        dorm: duerm durm
        mor: muer mur
        jug: jueg
        empez: empiez empiec empec
        comenz: comienz comienc comenc
        pens: piens
        ped: pid
        seg: sig sigui sigu
        consegu: consigu
        conseg: consig
        serv: sirv
        vest: vist
        med: mid
        repet: repit
        eleg: elig elij
        encontr: encuentr
        cost: cuest
        volv: vuelv
        mov: muev
        devolv: devuelv devuelt
        resolv: resuelv
        cont: cuent
        mostr: muestr
        prob: prueb
        record: recuerd
        acord: acuerd
        acost: acuest
        almorz: almuerz almuerc almorc
        vol: vuel
        llov: lluev
        dol: duel
        sent: sient sint
        prefer: prefier prefir
        sug: sugier
        cerr: cierr
        despert: despiert
        perd: pierd
        entend: entiend
        encend: enciend
        defend: defiend
        calent: calient
        recomend: recomiend
        neg: nieg
        reg: rieg
        sent: sient
        quer: quier quis
        nac: nazc
        conoc: conozc
        parec: parezc
        crec: crezc
        ofrec: ofrezc
        pus: puest
        pag: pagu
        busc: busqu
        """,
    "en": "",
}

_WHOLE: dict[str, str] = {
    "ca": """casa caça cas port porta carro carrer mar mare pare plat plata cap capa capsa banc banca punt punta pal pala rosa pera pere sal
        sala pont post moda mode roda mort fons font cosa cos bossa bosc massa mas full fulla barca barra barri rata tela vela cera festa porc
        sol sola sola terra tera pell pela moto motor cotxe cotxet hora hort cara carn carta cert gust casc pota
        llet llit pila peu pena""",
    "es": """casa caso puerta puerto plata plato libra libro punta punto banco banca copa copo hombro hombre mesa moda modo rata rato pata pato
        cuadra cuadro fruta fruto barca barco bolsa bolso manga mango marca marco pala palo vela velo suela suelo foca foco gorra gorro rama
        ramo pasta pasto cera cero cuba cubo pana pan calle callo caballo cabello moto motor cara caro carro carta carto peso piso queso peña pena polla pollo
        polo cosa coso mano mana llave llama hora horno plaza plazo cuenta cuento mina mino regla reglo ropa pera tabla vino sol sala
        pila pilo torta torto turno tubo tuba""",
    "en": "",
}


def _pairs(table: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for line in table.strip().splitlines():
        target, _, words = line.partition(":")
        for word in words.split():
            pairs[word] = target.strip()
        pairs.setdefault(target.strip().removeprefix("="), target.strip())
    return pairs


def _singulars(language: str, text: str) -> dict[str, str]:
    """Noun and plural -> singular, by the language's plurals: casa cases, mes mesos; pan panes, carta cartas."""
    singulars: dict[str, str] = {}
    for noun in text.replace("ç", "c").split():
        singulars[noun] = noun
        if language == "ca" and noun.endswith("a"):
            plural = noun[:-1] + "es"
            plural = plural.replace("ces", "ques") if noun.endswith("ca") and noun in ("banca", "barca") else plural
        elif noun[-1] in "aeiou" or language == "ca":
            plural = noun + "s"
        else:
            plural = noun + "es"
        singulars.setdefault(plural, noun)
    return singulars


IRREGULAR: dict[str, dict[str, str]] = {language: _pairs(table) for language, table in _FORMS.items()}
"""Language -> folded form -> a form that the rules treat rightly."""

ROOTS: dict[str, dict[str, str]] = {language: _pairs(table) for language, table in _ROOTS.items()}
"""Language -> root -> the root of the same word in its other forms."""

WHOLE: dict[str, dict[str, str]] = {language: _singulars(language, text) for language, text in _WHOLE.items()}
"""Language -> noun, singular or plural -> its singular."""
