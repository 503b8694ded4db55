/** Invented titles older than the current lists and rules, which were adjusted to them. */

export const tried = `
Houtsnip roest in het eikenblad
Pestvogels plukken de laatste bessen
Een winterkoning zingt uit volle borst
Ochtendmist trekt op
Spinnenweb vol dauwdruppels
De stilte van een besneeuwd landschap
Silhouet tegen een oranje lucht
Golden hour
Into the light
Backlit beauty
First snow
Sleeping fox
Silence
Watching you
The last glow
Morning dew
Eye contact
Lost in thought
Barn owl in flight
Red deer stag roaring
A moment of calm
Wings of gold
Macro van een vlinderoog
Panning met lange sluitertijd
Bokeh en tegenlicht
Dubbele belichting van berken
Zwart-wit portret van een stier
Met groothoek onder de paddenstoelen door
Hoogfotografie uit de vrije hand
ICM in het beukenbos
High key sneeuwhaas
Low key portret van een uil
Ruzie om een vis
Badderende merel
Een kluitje koolmezen
Etenstijd voor de jonge ooievaars
Slapende zwanen
Baltsende futen met waterplanten
Parende libellen vormen een hart
Kikkerdril in de sloot
Kauw pikt wol van een schaap
Spreeuwenwolk danst in de avondlucht
Vorstrandjes op een braamblad
Rijp op het riet
Ijspegels aan een tak
Storm op komst
Regenboog na de bui
Onweer boven de akkers
Windstil
Hagelbui verrast de lammetjes
Hittegolf
Sneeuwstorm en een eenzame haas
Bliksemflits
Nevelflarden boven het water
Paarse hei in bloei
Herfstkleuren weerspiegeld
Kastanjes en eikels op de bosgrond
Varens ontrollen zich
Wilde hyacinten onder kale bomen
Bosanemonen als een wit tapijt
Klaprozen tussen het graan
Een veld vol korenbloemen
Heksenkring van inktzwammen
Vliegenzwam op zijn mooist
Elfenbankje in lagen
Mosterdgele korstmossen
Paardenbloempluis in de wind
Zaadpluizen los in de lucht
Kale takken en een volle nestkast
Hongerige snaveltjes
Mama komt eraan
Wie kijkt er naar wie
Daar ben ik dan
Betrapt
Te laat
Niemand thuis
Even geduld alstublieft
Kiekeboe
Het wachten waard
Gemist
Wat een dag
Zoekplaatje
Camouflage
Schutkleur
Meester in vermomming
Roofridder
Snelheidsduivel
Luchtacrobaat
Nachtbraker
Gluurder
De indringer
Waakzaam
Nieuwsgierig
Vredig samenzijn
Onbevangen
Dromerig
Melancholie
Weemoed
Verlangen
Onrust
Ontwaken
Het ontwaken van de lente
Lentekriebels
Zomeravond
Herfststorm
Wintertafereel
Najaarszon op de vacht
Voorjaarsdrift
Middernachtzon
Sterrenhemel
Melkweg boven een dode boom
Noorderlicht
Manestralen
Schemerduister
Blauwe schaduwen in de sneeuw
Ochtendgloren
Avondrood
Zonsopkomst met nevel
Ondergaande zon en ganzen
Twee reeën steken het pad over
Hertenkalf verstopt in het hoge gras
Burlend hert met dampende adem
Bokkende jonge hengst
Zwijnen wroeten in de modder
Everzwijn met frislingen
Marterachtige met prooi
Wezel staat rechtop
Hermelijntje kijkt om een hoekje
Muskusrat knabbelt aan riet
Eekhoorn begraaft een noot
Haas in volle sprint
Boksende hazen in het voorjaar
Konijn wast zijn oren
Mol boven de grond
Spitsmuis tussen de bladeren
Vleermuis drinkt uit een vijver
Wolvenpaar onder sneeuwvlokken
Jonge das ontdekt de wereld
Vossenwelp met een veer
Grijze zeehond gaapt
Tuimelaar met kalf
Potvis duikt
Bultrug springt uit het water
Zeester in een poeltje
Krab onder het wier
Kwallen in helder water
Snoek ligt roerloos tussen fonteinkruid
Karpers paaien in ondiep water
Stekelbaarsmannetje bewaakt het nest
Dagpauwoog op vlinderstruik
Citroenvlinder met gevouwen vleugels
Distelvlinder na een lange reis
Kolibrievlinder zweeft voor de bloem
Rupsen van de wolfsmelkpijlstaart
Sprinkhaan zit vast in een web
Bidsprinkhaan kijkt in de lens
Hooiwagen op een deur
Wespenspin in haar web
Krabspin vangt een bij
Hommelkoningin op krokus
Solitaire bij in een bamboestokje
Wants in fel rood
Lieveheersbeestje in winterrust
Glimworm in het donker
Mestkever duwt een bol
Waterspin met luchtbel
Schaatsenrijders op het vennetje
Naaktslak op een champignon
Wijngaardslak na regen
Ringslang met een kikker in de bek
Vuursalamander steekt de weg over
Waterschildpad zont op een boomstam
Kraai vliegt weg met een ei
Ekster en sperwer in gevecht
Meeuw steelt een broodje
Wilde eenden landen op het ijs
Slobeenden draaien rondjes
Smienten fluiten in de schemer
Nonnetjes tussen de ijsschotsen
Middelste zaagbek pronkt
Brilduiker duikt op
Aalscholver droogt zijn veren
Blauwe reiger vangt een mol
Zilverreigers dansen
Lepelaar met broedveren
Kraanvogelfamilie trekt over
Ooievaar klepperend op de schoorsteen
Visarend schudt het water af
Wespendief plukt een raat leeg
Havikjong bedelt
Boomvalk grijpt een libel
Torenvalk hangt stil in de lucht
Ransuilen in hun roestboom
Bosuiljong waagt de sprong
Spechtenholen in een dode berk
Boomklever metselt met modder
Staartmezen op een rij
Vuurgoudhaan in de klimop
Roodborst op een spade
Zwartkop zingt
Putters op kaardenbollen
Kneu met rood petje
Geelgors in de sneeuw
Gierzwaluwen scheren langs de daken
Boerenzwaluw voert vijf gapende jongen
Nachtegaal in duet
Koekoeksjong in het nest van een rietzanger
`
  .trim()
  .split('\n');
