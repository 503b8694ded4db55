/** Invented titles as photographers write them, which need no question, for tests. */

export const plausible = `
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
`
  .trim()
  .split('\n');
