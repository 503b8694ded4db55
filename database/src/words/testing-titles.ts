/** Invented texts for tests: those that lead to a place or a day, and titles of which nobody has to be asked. */

const lines = (text: string) => text.trim().split('\n');

export const leading = lines(`
tweeënvijftig graden noord, vijf graden oost
tweeënvijftig komma een drie
op vijf komma acht zes oost
drie vier vijf zes
52
52.1
N 52
5,86
breedte 52,13
lengte 5,86
tafel lamp boom
dansen gordijn lepel
stoel fiets raam
///vossen.nest.boom
tafel.lamp.boom
tafel, lamp, boom
filled count soap
u1hz9k
u1hz
gcpvj0
Amersfoortcoördinaten 187 460
Amersfoortcoördinaten
RD 187 460
rijksdriehoek
31U FT 87 61
JO22WC
9F46W
1234 AB
7351 tp
postcode zeven drie vijf een
7351 AB 12
Krimweg
Krimweg 12
op de hoek van de Krimweg
hoek Dorpsstraat en Kerklaan
bij de kruising met de Apeldoornseweg
langs de N304
A1 afslag
afrit Hoenderloo
achter de kerk
achter de kerk van Loenen
tegenover de molen
bij de sluis
onder het viaduct
bij het gemaal
voorbij de brug
bij de vuurtoren
naast de camping
achter het station
op de begraafplaats
bij de steenfabriek
hectometerpaal 23,4
hmp 12.3
hectometerpaal
paddenstoel 20543
paddenstoel twintigduizend
knooppunt 45
knooppunt
bosvak 12
bosvak drieënveertig
vak twaalf
strandpaal 21
strandpaal zeven
strandslag
kilometer drie
300 meter na de bocht
driehonderd meter
Veluwe
de veluwe
Oehoe op de Veluwe
Naardermeer
naardermeer
Oostvaardersplassen
in de oostvaardersplassen
Biesbosch
Kootwijkerzand
kootwijkerzand
Planken Wambuis
Deelerwoud
Zwanenwater
zwanenwater
Kalmthoutse Heide
kalmthoutse heide
Hoge Kempen
Zwin
Bourgoyen
Blankaart
Lauwersmeer
Dwingelderveld
Fochteloërveen
Bargerveen
Groote Peel
Meinweg
Meijendel
Berkheide
Posbank
Ginkelse Heide
Hijkerveld
Tiengemeten
Marker Wadden
Ezumakeeg
De Onlanden
IJssel
langs de IJssel
aan de Waal bij hoog water
in de Dinkel
Oehoe aan de Regge
Hoenderloo
hoenderloo
Hoenderlose oehoe
hoenderlose oehoe
Otterlose das
Oehoe van Otterlo
Edese uil
Limburgse oehoe
Drentse wolf
Texelse velduil
Winterswijk
bij Winterswijk
Das in Berg en Dal
Echt
Best, in de tuin
Beek (Limburg)
Oehoe bij Best
Uil in Haar
Groot Haasdal
De Meene
Nergena
Zwiepse bos
Hesselink
bij boer Hesselink
achter de boerderij van Hesselink
erf van Jansen
landgoed Staverden
kasteel Ruurlo
Radio Kootwijk
noordkant van de plas
ten zuiden van het bos
zuidrand
westelijke oever
https://waarneming.nl/observation/123/
waarneming.nl
zie waarneming
www.observation.org
maps.app.goo.gl/abc
goo.gl/maps
bit.ly/uil
geo:52.1,5.8
tel:+31612345678
tel:5213
mailto:52@5.nl
plus code 9F469R
@uilenspotter
#hoenderloo
#oehoe
dertien mei
dertien mei in de ochtend
drie mei
eerste mei
de eerste dag van mei
begin mei
eind april
half juni
medio maart
midden mei
laatste week van mei
13 mei
13 mei 2026
13-5-2026
13/5
13.5.26
2026-05-13
20260513
13 V 2026
XIII V MMXXVI
V.13
May 13
13th of May
13 mai
week 20
week twintig
in het weekend
maandagochtend
zaterdag
op een zondag
gisteren
vandaag
Koningsdag
koningsdag
Hemelvaart
hemelvaartsdag
tweede pinksterdag
Pinksteren
Pasen
paasmaandag
Eerste Kerstdag
kerstavond
oudejaarsavond
Nieuwjaarsdag
Moederdag
Vaderdag
Dierendag
Bevrijdingsdag
Dodenherdenking
Sinterklaas
carnaval
Sint-Maarten
Sint Jan
langste dag
kortste dag
volle maan
volle maan in mei
maansverduistering
springtij
zonnewende
mijn verjaardag
de dag na de storm
Kroondomein
Zandenbos
Leuvenumse Bos
Speulderbos
Hulshorsterzand
Wekeromse Zand
Otterlosche Zand
`);

/** As photographers write them. */
export const plausible = lines(`
Steenuil op de paal
Ransuil in winterslaap
Oehoe bij valavond
Bosuil gluurt uit zijn holte
Havik met houtduif
Jonge buizerd oefent zijn vleugels
Zeearend vangt een snoek
IJsvogel duikt
IJsvogel met stekelbaars
Otterfamilie op het ijs
Bever knaagt aan een wilg
Dassen bij de burcht
Das in het maanlicht
Wolf steekt de zandweg over
Wolvenwelpen spelen
Moeflon en wolf
Boommarter in de dennen
Wilde kat op jacht
Edelhert tijdens de bronst
Ree in het koren
Vos met muis
Vosjes voor het hol
Kraanvogels boven de hei
Grauwe kiekendief boven het graan
Blauwe kiekendief, vrouwtje
Bruine kiekendief brengt takken
Rode wouw in de wind
Visarend met voorn
Slechtvalk op de toren
Boomvalk achter libellen aan
Torenvalk bidt
Kerkuil in de schuur
Velduil boven het weiland
Ruigpootuil
Zwarte specht voert jongen
Middelste bonte specht
Draaihals op een mierenhoop
Hop met rups
Bijeneters op een draad
Nachtzwaluw op het zand
Roerdomp in het winterriet
Woudaap tussen de lisdodden
Kwak in de schemer
Purperreiger landt
Zwarte ooievaar in de beek
Lepelaars vissen samen
Porseleinhoen
Kwartelkoning roept
Korhoen op de bolderplaats
Patrijzen in de berm
Grutto met pullen
Wulp roept in de mist
Kemphaan in prachtkleed
Watersnip balts
Zwarte stern op een waterlelie
Dwergstern met zandspiering
Strandplevier op het nest
Bontbekplevier rent
Steltkluut met kuiken
Geoorde fuut met jong op de rug
Baardman in het riet
Klapekster op de braam
Grauwe klauwier met kever
Ortolaan zingt
Duinpieper
Wielewaal in de populier
Raven buitelen
Notenkraker
Kruisbek eet zaden
Adder zont
Gladde slang in de hei
Ringslang zwemt
Zandhagedis, mannetje in mei
Hazelworm op het mos
Boomkikker op een blad
Knoflookpad
Vuursalamander na regen
Kamsalamander
Geelbuikvuurpad
Vliegend hert op eik
Pimpernelblauwtje op de pimpernel
Grote vuurvlinder
Zilveren maan
Gevlekte glanslibel
Donkere waterjuffer
Speerwaterjuffer
Hazelmuis slaapt
Eikelmuis in de boomgaard
Hamster in de klaver
Laatvlieger boven de dakrand
Zeehond met pup
Bruinvis springt
Orchideeën in het hooiland
Vrouwenschoentje
Gewone dolfijn
Zonnedauw met vlieg
Stilte voor de storm
Oog in oog
De blik
Even schudden
Balanceren
Wachten op moeder
Honger
Spiegelbeeld
Tegenlicht
Laatste licht
Gouden uur
IJzige ochtend
Onder vuur
Samen sterk
Vlucht
Nachtleven
Koning van het bos
Gevangen in het licht
Broertje en zusje
Eerste vlucht
Door het gras
Verscholen
Op de uitkijk
Uiltje in de knotwilg
Steenuiltjes wachten op voer
Kerkuil met muis in de snavel
Oehoevrouw op haar nest
Twee oehoejongen onder een struik
Havik slaat een duif
Sperwer op de tuinpaal
Wespendief in de thermiek
Zwarte wouw draait rondjes
Zeearend tussen de kraaien
Arend op het ijs
Kuifmees in de dennentop
Goudhaantje hangt ondersteboven
IJsvogel schudt zich droog
IJsvogelpaar
Grote zilverreiger bij het wak
Bever met jong tijdens de nacht
Een otter eet een paling
Nieuwsgierige otter
Das komt uit zijn hol
Dassenjong ruikt aan een boterbloem
Wolf in de verte
Wolvin kijkt achterom
Wolvenspoor in verse sneeuw
Roedel in beweging
Lynx
Egel onder de hortensia
Hermelijn in winterkleed
Bunzing bij de takkenwal
Steenmarter op het dak
Vleermuizen vliegen uit
Rosse vleermuis tegen de maan
Adder warmt op
Twee gladde slangen
Poelkikker in kroos
Heikikkers kleuren blauw
Rugstreeppadden in koor
Tapuit op een konijnenhol
Grauwe klauwier spietst een hommel
Roodborsttapuit op brem
Blauwborst zingt voluit
Rietzanger met insect
Snor in het riet
Waterral steekt over
Porseleinhoen in het slik
Kluut met vier kuikens
Grutto op een hek
Wulpen boven de slikken
Scholeksters vliegen op
Kanoeten in de branding
Bonte strandloper
Eider met jongen
Jan-van-gent met nestmateriaal
Papegaaiduiker
Alk en zeekoet
Stormvogeltje
Boerenzwaluwen drinken in de vlucht
Oeverzwaluwen bij de wand
Gierzwaluw
Hop voedert jongen
Draaihals kijkt om
Kleine bonte specht hakt nest
Groene specht op het gazon
Raaf met walnoot
Klapekster bidt boven de hei
Appelvink drinkt
Kruisbekken in de lariks
Sijzen in de elzen
Keep in beukenblad
Geelgors op een aardappelrug
Veldleeuwerik stijgt op
Kwartel
Patrijs met elf kuikens
Korhaan
Auerhoen
Rode bosmier
Koninginnenpage op distel
Grote weerschijnvlinder
Bruine eikenpage
Veenbesparelmoervlinder
Noordse glazenmaker
Beekoeverlibel
Rivierrombout
Vliegende herten vechten
Neushoornkever
Spaanse ruiter
Parnassia
Klokjesgentiaan
Bijenorchis
Alleen op de wereld
Klaar voor de winter
De jager
Geduld beloond
Moederliefde
Kroost
Niet storen
Kijk mij nou
Zonnetje op de rug
Even rusten
Blauw uurtje
`);
