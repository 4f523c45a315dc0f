"""Words that hold a sentence together and name nothing: a closed list for each of the languages that Rebost knows best.

They are no stop words: they are indexed and counted. But `on` is `where` in Catalan and a preposition in English, so as an
index term such a word carries its language (`on·ca`), and the one never matches the other.
"""

from __future__ import annotations

_LISTS: dict[str, str] = {
    "ca": """a al als amb ambdos aquell aquella aquelles aquells aquest aquesta aquestes aquests aixo allo aqui alla alli
        ara be cada cap com contra d de del dels des des doncs dues durant el ella elles ells els em en encara ens entre es esta
        estan estava et eren era eres fins ha han has hauria havia havien he hem heu hi ho i ja jo l la les li llavors llur llurs
        lo los m me mes meu meva meves meus mateix mateixa molt molta moltes molts n na ne ni no nosaltres nostre nostra nostres
        o on per pel pels pero perque poc que qual quals qualsevol quan quant quanta quantes quants quasi qui quin quina quines
        quins s sa se sera seran seria ses seu seus seva seves sense segons sobre soc son sota si sino t tan tant tanta te teu
        teva teus teves tot tota tots totes u un una unes uns us va vaig vam van vas vau vosaltres vostre vostra vostres
        sigui siguin fos estat som sou despres abans tambe potser algu alguna algun alguns algunes res gaire gens""",
    "es": """a al algo alguien algun alguna algunas alguno algunos ante antes aquel aquella aquellas aquellos aqui asi aun
        aunque bajo bien cada casi como con contra cual cuales cualquier cuando cuanta cuantas cuanto cuantos cuyo cuya de del
        desde despues donde adonde durante e el ella ellas ellos en entre era eran eres es esa esas ese eso esos esta estaba
        estaban estan estar estas este esto estos estoy fue fueron ha habia habian han has hasta hay he hemos la las le les lo
        los me mi mia mio mis mas mucha muchas mucho muchos muy nada ni no nos nosotros nuestra nuestras nuestro nuestros o os
        otra otras otro otros para pero poco por porque pues que quien quienes se sea sean segun ser sera si sido sin sino
        sobre sois somos son soy su sus suya suyo tal tambien tan tanta tanto te ti todo toda todos todas tu tus tuyo tuya u un
        una unas uno unos usted ustedes vos vosotros y ya yo""",
    "en": """a about above after again against all also am an and any are arent as at be because been before being below
        between both but by can cannot cant could couldnt did didnt do does doesnt doing dont down during each either few for
        from further had hadnt has hasnt have havent having he her here hers herself him himself his how i if in into is isnt
        it its itself just me more most my myself no nor not of off on once only or other ought our ours ourselves out over own
        same shall she should shouldnt so some such than that the their theirs them themselves then there these they this
        those through to too under until up upon very was wasnt we were werent what when where which while who whom whose why
        will with within without wont would wouldnt yet you your yours yourself""",
    "fr": """a ai au aux avec avait ce ceci cela ces cet cette chez comme comment dans de des donc dont du elle elles en est
        et etait etaient etre eu eux il ils je la le les leur leurs lui ma mais me meme mes moi mon ne ni nos notre nous on ont
        ou par pas pour pourquoi qu quand que quel quelle quelles quels qui quoi sa sans se ses si son sont sous sur ta te tes
        toi ton tu un une vos votre vous y""",
    "it": """a ad ai al alla alle agli allo anche che chi ci cio come con cosa cui da dai dal dalla dalle dallo dei degli del
        dell della delle dello di do dove e ed era erano essere fra gli ha hai hanno ho i il in io la le lei li lo loro lui ma
        mi mia mie miei mio ne negli nei nel nella nelle nello noi non nostra nostro o per perche piu quale quali quando quanto
        quella quelle quelli quello questa queste questi questo qui se sei si sia siamo sono sta su sua sue sugli sui sul sulla
        sulle suo suoi ti tra tu tua tuo un una uno vi voi""",
    "pt": """a ao aos aquela aquele as ate com como da das de dela dele do dos e ela elas ele eles em entre era eram essa esse
        esta este eu foi foram ha isso isto ja lhe lhes mais mas me mesmo meu meus minha minhas muito na nas nao nem no nos
        nossa nosso num numa o onde os ou para pela pelas pelo pelos por porque qual quando quanto que quem se sem ser seu seus
        so sua suas sao tambem te tem teu tua um uma umas uns voce voces""",
    "de": """aber alle als also am an auch auf aus bei bin bis bist da damit dann das dass dein deine dem den der des die dies
        diese dieser doch dort du durch ein eine einem einen einer eines er es fur habe haben hat hatte hier ich ihm ihn ihr
        ihre im in ist ja kein keine konnen man mein meine mich mir mit nach nicht noch nur oder ohne sehr sein seine sich sie
        sind so uber um und uns unser unter vom von vor wann war waren warum was weil wenn wer werden wie wir wird wo zu zum
        zur""",
}

_WORDS: dict[str, frozenset[str]] = {language: frozenset(text.split()) for language, text in _LISTS.items()}

_IBERIAN = ("ca", "es", "pt")
"""Neighbours that share many of these words in the same sense (`de`, `la`, `que`): shared ones are one term, so that a Spanish
question doesn't pay for its prepositions in a Catalan base."""

_APART = frozenset({"on", "son", "mes", "mas", "no", "na", "nos", "os", "as"})
"""Shared in spelling, not in sense, between some of the neighbours."""

_SHARED = frozenset(
    word
    for language in _IBERIAN
    for word in _WORDS[language]
    if word not in _APART and sum(word in _WORDS[other] for other in _IBERIAN) > 1
) | {"no"}


def is_function_word(word: str, language: str | None) -> bool:
    """Whether a folded word is one of the language's function words; False for a language without a list."""
    return language in _WORDS and word in _WORDS[language]


def function_term(word: str, language: str) -> str:
    """The index term of a function word: the word, a middle dot, and the language (or `ib` where neighbours share it)."""
    return f"{word}\u00b7{'ib' if language in _IBERIAN and word in _SHARED else language}"
