import type { Ground } from './motif.ts';

/** A spot in the Netherlands as a title speaks of it. */
export interface Place {
  phrase: string;
  region: string;
  lat: number;
  lon: number;
}

const place = (phrase: string, region: string, lat: number, lon: number): Place => {
  return { phrase, region, lat, lon };
};

/** Places by what can be photographed there. */
export const PLACES: Record<Ground, readonly [Place, ...Place[]]> = {
  kust: [
    place('bij Schoorl', 'Schoorlse Duinen', 52.7058, 4.6502),
    place('bij Zoutelande', 'Walcheren', 51.4962, 3.4741),
    place('bij Bergen aan Zee', 'Noordhollands Duinreservaat', 52.6608, 4.6312),
    place('op de Slufter', 'Texel', 53.1389, 4.8026),
    place('bij Oostkapelle', 'Manteling van Walcheren', 51.5866, 3.5427),
    place('op de Boschplaat', 'Terschelling', 53.4327, 5.4312),
    place('bij Wassenaar', 'Meijendel', 52.1489, 4.3307),
    place('op de Kwade Hoek', 'Goeree', 51.8441, 3.9857),
  ],
  wad: [
    place('bij Paesens', 'Waddenzee', 53.4107, 6.0871),
    place('bij Den Oever', 'Waddenzee', 52.9462, 5.0291),
    place('op de Schorren', 'Texel', 53.1236, 4.8987),
    place('in het Verdronken Land van Saeftinghe', 'Zeeuws-Vlaanderen', 51.3572, 4.1654),
    place('bij Noordpolderzijl', 'Groninger kust', 53.4337, 6.5826),
    place('op de Slikken van Flakkee', 'Grevelingen', 51.7551, 4.0283),
  ],
  bos: [
    place('in het Speulderbos', 'Veluwe', 52.2625, 5.6931),
    place('in het Leuvenumse Bos', 'Veluwe', 52.3046, 5.7102),
    place('in het Vijlenerbos', 'Zuid-Limburg', 50.7667, 5.9731),
    place('in het Mastbos', 'Breda', 51.5536, 4.7672),
    place('op de Utrechtse Heuvelrug', 'Utrechtse Heuvelrug', 52.0487, 5.3826),
    place('in het Drents-Friese Wold', 'Drenthe', 52.9071, 6.3352),
    place('in de Amerongse Bossen', 'Utrechtse Heuvelrug', 52.0142, 5.4651),
  ],
  heide: [
    place('op de Posbank', 'Veluwezoom', 52.0276, 6.0216),
    place('op het Dwingelderveld', 'Drenthe', 52.8136, 6.4021),
    place('op de Strabrechtse Heide', 'Noord-Brabant', 51.4017, 5.6041),
    place('op de Zuiderheide', 'Het Gooi', 52.2521, 5.1962),
    place('op de Kalmthoutse Heide', 'Grenspark', 51.4061, 4.4215),
    place('op de Sallandse Heuvelrug', 'Overijssel', 52.3447, 6.4186),
    place('op de Hoorneboegse Heide', 'Het Gooi', 52.1972, 5.1793),
  ],
  water: [
    place('in de Weerribben', 'Weerribben-Wieden', 52.7839, 5.9372),
    place('op de Nieuwkoopse Plassen', 'Groene Hart', 52.1466, 4.8149),
    place('in de Biesbosch', 'Biesbosch', 51.7489, 4.7725),
    place('op de Oostvaardersplassen', 'Flevoland', 52.4558, 5.3621),
    place('bij het Naardermeer', 'Naardermeer', 52.2931, 5.1164),
    place('in de Alde Feanen', 'Friesland', 53.1262, 5.9297),
    place('op de Oisterwijkse vennen', 'Noord-Brabant', 51.5721, 5.2096),
  ],
  heuvels: [
    place('bij Epen', 'Zuid-Limburg', 50.7762, 5.9116),
    place('bij Gulpen', 'Zuid-Limburg', 50.8121, 5.8872),
    place('op de Grebbeberg', 'Rhenen', 51.9516, 5.5982),
    place('op de Holterberg', 'Sallandse Heuvelrug', 52.2993, 6.4241),
    place('op de Lemelerberg', 'Overijssel', 52.4646, 6.4017),
    place('bij Slenaken', 'Gulpdal', 50.7718, 5.8629),
  ],
  polder: [
    place('bij Lisse', 'Bollenstreek', 52.2571, 4.5571),
    place('bij Kinderdijk', 'Alblasserwaard', 51.8826, 4.6392),
    place('in de Beemster', 'Noord-Holland', 52.5497, 4.9126),
    place('in de Noordoostpolder', 'Flevoland', 52.7116, 5.7483),
    place('bij Anna Paulowna', 'Kop van Noord-Holland', 52.8627, 4.8312),
    place('in de Eempolder', 'Eemland', 52.2216, 5.3137),
  ],
};

/** Months for titles, January first. */
export const MONTHS: readonly string[] = [
  'januari',
  'februari',
  'maart',
  'april',
  'mei',
  'juni',
  'juli',
  'augustus',
  'september',
  'oktober',
  'november',
  'december',
];
