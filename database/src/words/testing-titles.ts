/** Invented texts that may reveal a place or a day, for tests. */

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
achter het klooster
bij de abdij
naast de golfbaan
tegenover het vliegveld
bij de zendmast
op het kazerneterrein
langs het spoor bij het seinhuisje
bij de schaapskooi
op de grafheuvel
naast het hunebed
bij de uitkijktoren
vanuit de vogelkijkhut
onder het ecoduct
bij de veerpont
in de jachthaven
in de mergelgroeve
bij de vuilstort
achter de waterzuivering
bij het ziekenhuis
in de dierentuin
achter het pannenkoekenhuis
bij de watertoren
op het industrieterrein
bij de hoogspanningsmast
naast de begraafplaats van het dorp
op het landgoed
in het kasteelpark
bij de stuw
bij de schutsluis
op de rotonde
achter de voetbalvelden
bij de manege
naast het zwembad
bij de parkeerplaats
langs het fietspad naar de dorpskerk
aan de snelweg
bij het tankstation
op de vliegbasis
bij de radarpost
op de spoorbrug
bij het fort
op de vestingwal
in het arboretum
achter de school
bij het bezoekerscentrum
Zandhuizen
Oehoe bij Zwartebroek
uil in Boschoord
Das in Ossenwaard
oehoe op de eikenberg
in het mosbeekdal
wolf in kraaienveen
Vossenberg
Havik in Roderwolde
Uil in Appelscha
uil op Terschelling
Bever langs de Tongelreep
Das bij de Geul
Oehoe in de Achterhoek
In de Betuwe
lage vuursche
Oehoe in putten
Veere
Zuid
Hoek
hoek van holland
Uil in Dieren
Zwarte specht, Lent
Das te Buren
Wolf bij Stroe
vuurtorenduin
noordoosthoek
zuidhelling
op de westoever
ten oosten van de plas
oostelijk deel
op vijfentwintig april
de dertiende
op de eenentwintigste
op de vijfde
midzomernacht
zonnewende
nachtevening
allerheiligen
op de dag van de eclips
halloween
driekoningen
pakjesavond
ijsheiligen
wassende maan
bloedmaan
vanmorgen gezien
eergisteren
woensdagmiddag
in de kerstvakantie
herfstvakantie
on christmas morning
last monday
full moon
early june
the tenth of may
Saturday morning
late in May
three miles north
near the church
behind the farm at Hill Street
by the old bridge
coördinaten op aanvraag
breedtegraad tweeënvijftig
kilometerpaal zeven
grenspaal
waarneming met foto
punt noord vijf
zes vier negen twee
kaartblad drieëndertig
vier vijf negen negen
roodborst stoel emmer
klok bezem kist
u173z
u15pm
9F38+V2
dijkpaal
wandelknooppunt
fietsknooppunt
lichtmast veertien
ANWB-paddenstoel
huisnummer twaalf
bij de buren van Pietersen
boer Teunissen
in de tuin van tante Riet
natuurgebied De Hoek
Het Gooi
de kempen
in twente
vlaamse ardennen
in zeeland
Groningse das
Friese otter
Amsterdamse kerkuil
dauwtrappen met kraanvogels
nachtzwaluw in de kortste nacht
laatvlieger bij de vallende sterren
kinderen liepen met lampionnen
owl on the shortest night
achter het tweede hek, links van de zandkuil
uil rechts van het laatste bankje
owl left of the second gate
`);
