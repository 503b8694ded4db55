/** Words that mark a place or a day, and parts of place names. */

const anyOf = (words: string) => words.trim().split(/\s+/).join('|');

/** Expands "velden?" to "velde" and "velden". */
const withEither = (word: string): string[] => {
  const at = word.indexOf('?');
  if (at < 0) return [word];
  const [head, tail] = [word.slice(0, at), word.slice(at + 1)];
  return [head, head.slice(0, -1)].flatMap((one) => withEither(one + tail));
};
const setOf = (words: string) => new Set(words.trim().split(/\s+/).flatMap(withEither));

/** Structures that are few in an area; also at the end of a compound: “dorpskerk”. */
const BUILT = setOf(`
    kerk kerken kerkje kathedraal kapel kapellen kapelletje klooster kloosters abdij basiliek begijnhof moskee
    synagoge
    pastorie kerkhof begraafplaats begraafplaatsen crematorium kasteel kastelen kasteeltje citadel bastion bastions
    bunker bunkers landgoed landgoederen landhuis buitenplaats herenhuis boerderij boerderijen hofstede
    watertoren uitkijktoren vuurtoren vuurtorens zendtoren kerktoren brandtoren televisietoren klokkentoren
    koeltoren
    radiotoren kijktoren vogeltoren brug bruggen bruggetje viaduct aquaduct ecoduct wildtunnel tunnel tunnels
    sluizen stuw stuwen stuwdam gemaal gemeentehuis stadhuis raadhuis ziekenhuis gasthuis jachthuis theehuis
    koffiehuis
    pannenkoekenhuis clubhuis koetshuis tolhuis veerhuis wachtershuis wachtershuisje seinhuis seinhuisje pakhuis
    poorthuis dorpshuis sluiswachtershuis bakhuis station stations perron spoorlijn spoorweg spoordijk
    spoorwegovergang
    overweg vliegveld vliegvelden luchthaven vliegbasis kazerne havens haventje kade kades pont veerpont veerboot
    veerdienst camping campings bungalowpark park parken parkje recreatieplas zwembad strandbad sportveld
    voetbalveld voetbalvelden hockeyveld sportvelden golfbaan golfbanen schietbaan renbaan startbaan landingsbaan
    skibaan crossbaan tennisbaan ijsbaan golfclub manege dierentuin dierentuinen plantentuin kasteeltuin heemtuin
    kloostertuin volkstuin volkstuinen moestuincomplex kinderboerderij arboretum hortus museum musea theater hotel
    restaurant herberg camper winkelcentrum supermarkt basisschool basisscholen universiteit campus gevangenis
    fabriek fabrieken
    centrale energiecentrale steenoven zuivering waterzuivering waterwinning waterleiding stortplaats vuilstort
    vuilnisbelt afgraving zandafgraving zandwinning groeve groeves mijnschacht grindgat grafheuvel grafheuvels
    hunebed
    hunebedden dolmen menhir ruine ruines kasteelruine monument monumenten standbeeld gedenkteken zendmast
    hoogspanningsmast hoogspanningsmasten lichtmast radiomast elektriciteitsmast windturbine windturbines radarpost
    radar kijkhut vogelhut vogelkijkhut kijkscherm vogelscherm vogelkijkscherm uitkijkpunt uitzichtpunt
    uitkijkpost bezoekerscentrum centrum parkeerplaats parkeerplaatsen parking tankstation rotonde
    kruispunt kruising splitsing afslag afrit oprit snelweg autoweg rijksweg ringweg hoofdweg straat straten
    straatje
    lanen laantje steeg steegje plein pleinen pleintje allee boulevard gracht grachten kanaal kanalen industrie
    oefenterrein schietterrein industrieterrein bedrijventerrein kazerneterrein haventerrein fabrieksterrein
    militair grens grenzen strandpaal strandpalen strandslag strandopgang hectometerpaal kilometerpaal dijkpaal
    grenspaal grenssteen wegwijzer praatpaal knooppunt knooppunten bosvak vak vakken kavel kavels perceel
    percelen huisnummer postcode adres adressen coordinaat coordinaten breedtegraad lengtegraad breedtecirkel
    meridiaan
    graden rijksdriehoek kaartblad kaartvak kilometerhok uurhok atlasblok waarneming waarnemingen observatie
    observaties
    vindplaats vindplaatsen dorp dorpen dorpje stad steden stadje gemeente gehucht buurtschap buurt buurten wijken
    provincie schiereiland schiereilanden waddeneiland waddeneilanden kwekerij domein stuwwal estuarium mijnterril
    terril
    kilometer kilometers hectometer mijl mijlen molen molens molentje brink hoeve hoeven kruisweg kruisbeeld
    bushalte halte schaapskooi schaapskooien melkfabriek zandplaat`);
/** Only as whole words, not at the end of compounds. */
const BUILT_ALONE = setOf(`
    laan sluis keersluis schutsluis haven jachthaven vissershaven fort forten fortje vesting vestingwal
    vestingwerk meter
    meters eiland eilanden eilandje scholen villa
    abbey airfield airport avenue bridge bridges campsite campground cathedral chapel church churchyard castle
    castles
    cemetery city coordinate coordinates county crossroads district factory farm farms farmhouse ferry fort fortress
    golf graveyard hamlet harbor harbour highway hospital hotel island islands junction latitude lighthouse
    longitude
    marina mile miles metre metres milepost milestone mill mills monastery monument motorway museum park parks
    postcode prison province quarry railway railways restaurant roundabout school street streets suburb town towns
    tunnel viaduct village villages weir windmill windmills yard yards zip zoo kilometre kilometres kilometer
    boundary border borders pub inn college university observation observations`);
/** Exceptions that end in one of these words. */
const NOT_BUILT = /(?:besteden|besteding|misschien|comfort|terugbrug|ontgrens)$/;

/** Names of regions, as a prefix. */
const REGIONS =
  anyOf(`limburg drent brabant zeeuw fries holland vlaam gelder overijssel utrecht flevo groning texel veluw
  ardenn twent zeeland wadden mergel betuw achterhoek kempen kempisch`);
/** Endings that make a direction another word: winds, “noorderlicht”, “noordse”. */
const NO_DIRECTION = 'ers[et]?$|se$|er(?:licht|storm)|er?storm|e?n?(?:er)?wind|enwind|erzon|einde';
const REGION = new RegExp(
  `^(?:(?:noord|oost|zuid|west)(?!${NO_DIRECTION})|(?:north|south|east|west)(?!er\\b)|(?:${REGIONS})\\p{L}*$)`,
  'u',
);

function isBuilt(word: string): boolean {
  if (BUILT_ALONE.has(word)) return true;
  for (let at = 0; at <= word.length - 3; at++)
    if (BUILT.has(word.slice(at))) return !NOT_BUILT.test(word);
  return false;
}

/** Whether a folded word marks a spot, a direction or a region. */
export const isPlaceWord = (word: string): boolean => REGION.test(word) || isBuilt(word);

const NUMBER =
  anyOf(`een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien
  zeventien achttien negentien twintig dertig veertig vijftig zestig zeventig tachtig negentig honderd duizend miljoen
  komma`);
const COUNTED = new RegExp(`^(?:(?:${NUMBER})(?:en)?)+$`);
const SMALL = /^(?:een|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf)$/;
const ENGLISH_SMALL = /^(?:one|two|three|four|five|six|seven|eight|nine|ten)$/;
const ENGLISH_NUMBER =
  /^(?:eleven|twelve|\p{L}+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand)(?:th)?$/u;
const SMALL_ORDINAL = /^(?:eerste|tweede|derde|first|second|third)$/;
const ORDINALS = anyOf(`vierde vijfde zesde zevende achtste negende tiende elfde twaalfde
  (?:der|veer|vijf|zes|zeven|acht|negen)tiende (?:twin|der|veer|vijf|zes|zeven|tach|negen)tigste
  fourth fifth sixth seventh eighth ninth tenth`);
const ORDINAL = new RegExp(`^(?:(?:${NUMBER})en)*(?:${ORDINALS})$`);

export const isSmallNumber = (word: string): boolean =>
  (SMALL.test(word) && word !== 'een') || (ENGLISH_SMALL.test(word) && word !== 'one');
/** Numbers too large to count animals. */
export const isLargeNumber = (word: string): boolean =>
  (COUNTED.test(word) && !SMALL.test(word)) || ENGLISH_NUMBER.test(word);
/** Ordinals, which name a day together with the public month. */
export const isDayNumber = (word: string): boolean =>
  (ORDINAL.test(word) || /e(?:n|ë)?twintigste$/.test(word)) && !SMALL_ORDINAL.test(word);

export const MONTHS =
  /^(?:januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|january|february|march|may|june|july|august|october)$/;

/** Words that, with a month, name a part of it or a day in it. */
export const PART_OF_MONTH =
  /^(?:begin|eind|einde|medio|half|midden|dag|dagen|laatste|vroeg|laat|later|eerst|vorige|volgende|een|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|vroege|late|prille|early|late|mid|middle|end|beginning|start|last|first|second|third|one|two|three|\p{L}+(?:ste|de|th))$/u;

/** Holidays, weekdays, and words for how long ago. */
const DAY = new RegExp(
  `^(?:${anyOf(`
    (?:kerst|paas|pinkster|pasen|hemelvaart|konings(?:dag|nacht)|valentijn|nieuwjaar|oudjaar|oudejaar|sinterklaas)\\p{L}*
    (?:carnaval|halloween|allerheiligen|allerzielen|driekoningen|lichtmis|vastenavond|midzomer|midwinter)\\p{L}*
    (?:maan|dins|woens|donder|vrij|zater|zon)dag\\p{L}* \\p{L}+(?:dag|dagen|dagje|dags) week weekend weekends weekje
    pakjesavond ijsheiligen luilak kermis ramadan suikerfeest offerfeest zonnewende \\p{L}*wende \\p{L}*herdenking nachtevening equinox
    (?:herfst|krokus|voorjaars|mei|zomer)vakantie zomertijd wintertijd jarig (?:eer)?gister\\p{L}* vandaag
    van(?:morgen|ochtend|middag|avond|nacht) springtij doodtij \\p{L}*eclips \\p{L}*verduistering
    (?:volle|nieuwe|halve|super|bloed|oogst)maan maansikkel maanfase
    (?:mon|tues|wednes|thurs|fri|satur|sun|to|yester|birth|holi|pay)days? christmas\\p{L}* easter eve solstice eclipse
    valentine new-year tonight perseiden leoniden geminiden perseids leonids geminids
    meteorenzwerm dauwtrap\\p{L}* lampion\\p{L}*`)})$`,
  'u',
);
/** Exceptions that end like days. */
const NO_DAY = /^(?:alledaags|hedendaags|everyday|mondaags|opdagen|uitdagen|verdagen)$/;

/** Whether a folded word names a day or a few days. */
export const isDayWord = (word: string): boolean => DAY.test(word) && !NO_DAY.test(word);

/** Phrases for days: moons, the longest day, the day after. */
export const DAY_PHRASE =
  /(?:volle|nieuwe|halve|wassende|afnemende) maan|(?:langste|kortste) nacht|(?:langste|kortste|eerste|laatste|vorige|volgende) dag|vallende sterren?|dag(?:en)? (?:na|voor|nadat|voordat|van de|dat|waarop)(?!\p{L})|oud en nieuw|(?<!\p{L})sint(?!\p{L})|(?:full|new|half|waxing|waning|blood|super) moon|(?:longest|shortest) night|(?:longest|shortest|first|last) day|(?:shooting|falling) stars?|day (?:after|before|of)/u;

/** Directions to a spot. */
export const WAY_PHRASE =
  /(?<!\p{L})(?:(?:links|rechts) van|(?:left|right) of the|(?:eerste|tweede|derde|vierde|laatste|volgende) (?:hek|hekje|pad|paadje|bank|bankje|paal|paaltje|bocht|zijpad|slagboom|sloot|ven|vennetje|boom|eik|houtwal|wal|poel|greppel)|(?:first|second|third|last|next) (?:gate|path|track|bench|bend|post|tree|ditch|turn|pond))(?!\p{L})/u;

/** Parts of place names; here they are never parts of ordinary compounds. */
const TOPOGRAPHIC = setOf(`
    aa aart aard aarde aarden aardse akkers? beke? berge?n? berg beek belle belt bocht boomgaard borg borgh bos
    bosch
    bossen braak brand brink broeke?n? brugge?n? brug bult bunders? burcht burg buurt buurtje daal dal dalen dam
    delle
    diep dijk dijken donk doorn dorp dorpen dreef drecht driel duin duinen eiland einde?n? eind eng enge enk erf
    es esch
    eren gaarde? gaten gat geest gebied gebieden goor gors gouw graaf gracht groot groten haag haar hagen? ham haren
    haven heem heer heeren heeren heers heerd hei heide heiden heim helder hem hemel herder heren heuvels? hil hoef
    hoek hoekje hof hoge hoeven? holle holt holte hoofd hoog hoogte hoorn horn horst hout houten houder hoven
    huis huisje huize huizen hul ijssel jonge kaap kade kamp kampen kanaal kant kapel kern kerken? kerk klein kleine
    klooster kolken? koog kop koning konings kort korte kreek kroon kruis kuil kuilen kwartier laagte? laan laar
    lage land
    landen lands lang lange lede leek leen linden? lo loo loon loop lopen maas made?n? man mannen mans manne mark
    markt
    maten? maat meent meeren? meer mere molens? molen moer monde? mond mortel muiden? munster naar ness nes neder
    neer nieuw nieuwe noord oever ooi oord oort oost op opper oud oude ouden over pad park parochie pas peel plaat
    plaats
    plas plassen plein poel polder poort poorten punt putten? put raad raar rade recht rechts reit rijk rijks rijt
    ring
    rit rivier rivieren rode roden rug rust schans schild schoor schoot schor schot schoten slag slenk sloot sluis
    spijk staat stad stede steeg steen stein stok straat streek stromen stroom stuk stukken terp tiende tol toren
    trecht tuinen? tuin vaart vak vallei vecht veen velde?n? veld ven vennen veer verste verder vijver vlakte vliet
    voet voorde? voort vorst vrouwen waal waard waarde waarden wagen wal walt water wateren weerd? weert weg wegen
    weide?n? wei werf werk werken west wiele?n? wierde wijk winden winkel wold wolde woude?n? woud zate zathe zand
    zande
    zanden zee zicht zijde zijl zijp zoom zoute? zuid zwaag zwarte zwart rotte rotten steenen stenen tongeren
    vissen haken halen oker laren laak lier lust staden ende einde over boven beneden buiten binnen achter onder
    voor midden middel tussen groenland baai hul hulst aken eik eiken berk berken linde els elzen elst olmen abeel
  `);

/** Whether a folded word is a part of place names, so that compounds with it are unknown words. */
export const isTopographic = (word: string): boolean => TOPOGRAPHIC.has(word) || isPlaceWord(word);
