/**
 * Invented titles that no list or rule was adjusted to: they measure needless questions. Never adjust anything to them.
 */

export const unseen = `
Bruine kikker onder het ijs
Grutto zingt vanaf een hekpaal
Rietgors met een snavel vol insecten
Koekoek op de uitkijk
Wulpenkuiken net uit het ei
Jonge kerkuilen in de nestkast
Zwemmende bever met berkentwijg
Ruziënde zeehonden
Een zee van bosanemonen
Het leven aan de slootkant
Grijze dag, witte reiger
Slapen op één poot
Vechtende meerkoeten
Zilvermeeuw tegen donkere wolken
Steenloper keert schelpen om
Drieteenstrandlopers rennen voor de golven uit
Bontgekleurd gezelschap
Vlinders drinken zouten uit een plas
Parende juffers aan een stengel
Koninginnenpage in een bloemrijk hooiland
Kleine vos op een aster
Rupsje nooitgenoeg
Ei van een oranjetipje
Pop van een dagvlinder
Nachtvlinder op schors
Doodshoofdvlinder
Blauwvleugelsprinkhaan
Veldkrekel voor zijn holletje
Bladluizen en mieren
Lievelingsplekje van de hermelijn
Sporen in de sneeuw
Afgeworpen gewei
Roofvogel in glijvlucht
Duikvlucht
Stoeipartij
Verstoppertje spelen
Ochtendgymnastiek
Zondagskind
Kraamkamer
Kinderkopjes
Overlever
Kwetsbaar
Oeroud
Vergankelijkheid
Wildernis om de hoek
Tussen hemel en aarde
Dans van de kraanvogels
De wereld op zijn kop
Een plaatje
Zacht licht door het bladerdak
Zonneharpen in het bos
Strijklicht over de heuvels
Lichtspel
Tegenlichtopname van wollegras
Schaduwrijk
Maanlicht op stille plas
Donderwolken pakken samen
IJzel op de meidoorn
Poedersneeuw
Dooi
Druilerige middag
Na de regen
Windkracht negen
Storm aan zee
Zandstorm op het strand
Zilte lucht
Eb en vloed
Schuimkoppen
Golfbreker met paarse strandlopers
Schelpen in het zand
Mosselbank bij laag water
Zeekraal kleurt rood
Helmgras buigt
Duindoorn vol bessen
Kardinaalsmuts in oktober
Wilde kamperfoelie
Dotterbloemen langs de beek
Kievitsbloem
Zeldzame orchidee
Rietorchis met dauw
Slanke sleutelbloem
Speenkruid opent zich
Sneeuwklokjes
Maretak in een populier
Judasoor op vlier
Gekraagde aardster
Parasolzwam
Stinkzwam met vliegen
Slijmzwam in detail
Korstmos op steen
Kleurrijk bladmozaïek
Knoestige eik
Wortels
Jaarringen
Dood hout leeft
Omgevallen reus
Oude wilg met uilengezicht
Extensieve begrazing
Konikpaarden in galop
Schotse hooglander met kalf
Schaapskudde in de mist
Wisent aan het water
Drinkende damherten
Vechtende edelherten
Hinde met kalfje
Nieuwsgierig reekalf
Reebok met bastgewei
Zwijnenbiggen op een rij
Boommarter met jongen
Bunzing steekt zijn neus naar buiten
Dwergmuis in een korenaar
Rosse woelmuis met zaadje
Bosmuis
Watervleermuis scheert over het water
Egeltje onderweg
Slaperige zevenslaper
Rat in het riet
Otter met grote vis
Wasbeerhond op camera
Goudjakhals
Jonge wolven volgen hun moeder
Huilende wolf bij schemering
Spiegelgladde vijver
Zwanenliefde
Zwarte zwaan met donzige kuikens
Krakeend
Krooneend poetst
Tafeleenden slapen
Ganzentrek
Duizenden ganzen bij zonsopkomst
Kleine zwanen arriveren
Dodaars met visje
Kuifduiker in zomerkleed
Roodhalsfuut
Kwak met kikker
Koereiger op een paard
Zwarte ibis
Lammergier
Vale gier aan het aas
Slangenarend met prooi
Steppekiekendief
Smelleken op een kluit
Roodpootvalk jaagt op kevers
Sperwervrouw met bloed aan haar klauwen
Buizerd in gevecht met kraaien
Wulp foerageert op het slik
Regenwulp
Zwarte ruiter
Goudplevieren in vlucht
Morinelplevier rust uit
Visdief biedt een vis aan
Grote stern met zandspiering
Drieteenmeeuw broedt op een richel
Zomertortel koert
Holenduif bij een oude nestholte
Hop in het gras
Scharrelaar
Kleine bonte specht trommelt
Boomleeuwerik
Boompieper in zangvlucht
Grote gele kwikstaart op een steen
Waterspreeuw duikt
Blauwe rotslijster
Beflijster tijdens de trek
Kramsvogels in een appelboom
Sprinkhaanzanger snort
Cetti's zanger laat zich zien
Graszanger
Bladkoning
Kleine vliegenvanger
Glanskop en matkop
Buidelmees bouwt
Wielewaal, mannetje
Pestvogel eet Gelderse roos
Frater in de duinen
Europese kanarie
IJsgors
Winter is coming
Hide and seek
Love is in the air
Early bird
The hunter
Patience
Fluffy chicks
Mirror mirror
King of the sky
Splash
Frozen lake
Autumn leaves
Mother and pup
Feather detail
Against the light
Hunting kestrel
Red squirrel with hazelnut
Puffins in love
Starling murmuration
Dancing cranes
Soft focus
Blue hour silhouettes
Touwtjespringende spin
Mist, rust en regen
Gestapelde opname van een mierenkop
Met de telelens vanuit de auto
Vanuit kikkerperspectief
Groothoekportret
Onderwateropname van een snoek
Wildcamera in de nacht
Panorama van paarse heide
Bewust onscherp
Vanuit mijn schuiltent
Eindelijk gelukt
Mijn eerste hop
`
  .trim()
  .split('\n');
