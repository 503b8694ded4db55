import { describe, expect, it } from 'vitest';
import { aSpecies } from '#testing/builders.ts';
import { decodeText, readTaxa, type TaxaPlan } from './read-taxa.ts';

const owl = aSpecies('Bubo bubo', 'Oehoe', {
  ...{ englishName: 'Eagle-owl', group: 'birds', family: 'Strigidae', synonyms: ['Strix bubo'] },
});
const butterfly = aSpecies('Aglais urticae', 'Kleine vos', {
  ...{ group: 'butterflies', family: 'Nymphalidae' },
});
const read = (...lines: string[]) => readTaxa(lines.join('\n'), [owl, butterfly]);
const plan = (...lines: string[]) => read(...lines) as TaxaPlan; // checked by what is read of it
const left = (...lines: string[]) =>
  plan(...lines).left.map(({ line, why, other }) => [line, why, other]);
const names = (...lines: string[]) => plan(...lines).added.map((one) => one.scientificName);

describe('a Darwin Core file', () => {
  it('adds species with the names, family and group that it tells', () => {
    const { added, changed, same } = plan(
      'taxonID\tscientificName\ttaxonRank\tclass\tfamily\tvernacularName',
      '1\tGulo gulo (Linnaeus, 1758)\tspecies\tMammalia\tMustelidae\tveelvraat | gulo',
      '2\tVanessa atalanta\tspecies\tInsecta\tNymphalidae\t',
    );
    expect(added).toEqual([
      {
        ...{ scientificName: 'Gulo gulo', dutchName: 'Veelvraat', englishName: null },
        ...{ group: 'mammals', family: 'Mustelidae' },
      },
      {
        ...{ scientificName: 'Vanessa atalanta', dutchName: null, englishName: null },
        // The order is not told, but others of its family are known.
        ...{ group: 'butterflies', family: 'Nymphalidae' },
      },
    ]);
    expect([changed, same]).toEqual([[], 0]);
  });

  it('changes of a known species what it says otherwise, and nothing else', () => {
    const { added, changed, same } = plan(
      'scientificName,vernacularName,language,kingdom',
      'Bubo bubo,Grote uil,nl,Animalia',
      'Aglais urticae,,nl,Animalia',
    );
    expect([added, same]).toEqual([[], 1]);
    const { englishName, group, family } = owl;
    const to = { scientificName: 'Bubo bubo', dutchName: 'Grote uil', englishName, group, family };
    expect(changed).toEqual([{ from: owl, to }]);
    expect(plan('scientificName,vernacularName,language', 'Bubo bubo,Uhu,de').same).toBe(1);
    expect(
      plan('scientificName,vernacularName,language', 'Bubo bubo,eagle owl,en').changed[0]?.to,
    ).toMatchObject({ dutchName: 'Oehoe', englishName: 'Eagle owl' });
  });

  it('leaves lines out, with the reason of each', () => {
    const head = 'scientificName,taxonRank,taxonomicStatus,vernacularName';
    expect(
      left(
        head,
        ',species,accepted,Naamloos',
        'Strigidae,family,accepted,',
        'Strigidae,,,',
        'Gulo luscus,species,heterotypic synonym,',
        'Strix bubo,species,accepted,',
        '',
        'gulo gulo,species,accepted,',
        `Gulo gulo,species,accepted,${'x'.repeat(101)}`,
        'Gulo gulo,species,accepted,',
        'Gulo gulo,species,accepted,Veelvraat',
        'Bubo Bubo,species,accepted,',
        'Bubo búbo,species,accepted,',
      ),
    ).toEqual([
      [2, 'noName', ''],
      [3, 'rank', 'family'],
      [4, 'oneWord', ''],
      [5, 'synonym', ''],
      [6, 'synonymOf', 'Bubo bubo'],
      [8, 'shape', ''],
      [9, 'long', ''],
      [11, 'twice', '10'],
      [12, 'oneWord', ''],
      [13, 'taken', 'Bubo bubo'],
    ]);
    expect(left('taxonID,acceptedNameUsageID,scientificName', '2,1,Gulo luscus')).toEqual([
      [2, 'synonym', ''],
    ]);
  });

  it.each([
    ['Bubo bubo (Linnaeus, 1758)', 'Bubo bubo'],
    ['Lasioglossum (Evylaeus) morio (Fabricius, 1793)', 'Lasioglossum morio'],
    ['Carex flava var. alpina Kük.', 'Carex flava var. alpina'],
    ['Salix alba L.', 'Salix alba'],
    ['Panurus deserticola de Vries, 1900', 'Panurus deserticola'],
    ['Quercus × hispanica Lam.', 'Quercus × hispanica'],
    ['Delia antiqua', 'Delia antiqua'],
    ['Deilephila elpenor deserta', 'Deilephila elpenor deserta'],
  ])('reads of %j the name %j', (full, bare) => {
    const known = bare === 'Bubo bubo' ? 1 : 0;
    const { added, same } = plan('scientificName;x', `${full};1`);
    expect([added.map((one) => one.scientificName), same]).toEqual([known ? [] : [bare], known]);
  });

  it('may be written by many programs', () => {
    const head = '"dwc:scientificName";"http://rs.tdwg.org/dwc/terms/vernacularName"';
    const { added, left } = plan(
      `\uFEFF${head}\r`,
      '"Gulo gulo";"De ""grote"";\r',
      'marter"\r',
      '\r',
      'gulo;\r',
    );
    expect(added[0]?.dutchName).toBe('De "grote"; marter');
    expect(left.map(({ line }) => line)).toEqual([5]);
    expect(names('scientificName\tx', 'Gulo gulo\t5" lang')).toEqual(['Gulo gulo']);
    expect(names('group,scientificName', 'orchids,Ophrys apifera')).toEqual(['Ophrys apifera']);
    expect(plan('group,scientificName', 'Orchids,Ophrys x').added[0]?.group).toBe('orchids');
  });

  it('is refused as a whole when it is another thing', () => {
    const before = performance.now();
    expect(read(`${'a'.repeat(100_000)}:`)).toBe('noColumn');
    expect(performance.now() - before).toBeLessThan(1000);
    expect(read('name,count', 'Gulo gulo,1')).toBe('noColumn');
    expect(read('')).toBe('noColumn');
    const letters = (n: number) => n.toString().replace(/\d/g, (d) => 'abcdefghij'[+d] ?? '');
    const many = Array.from({ length: 20_001 }, (_, n) => `Gulo x${letters(n)}`);
    expect(read('scientificName', ...many)).toBe('tooMany');
  });
});

it.each([
  [[0x50, 0x4b, 3, 4, 0], null],
  [[0xe9, 0x65], 'ée'],
  [[0xc3, 0xa9], 'é'],
  [[0xff, 0xfe, 0xe9, 0], 'é'],
])('bytes %j are the text %j', (bytes, text) => {
  expect(decodeText(Uint8Array.from(bytes))).toBe(text);
});
