import { TerminalError } from '@veldlicht/contract/terminal-error';
import { describe, expect, it } from 'vitest';
import { readTaxa } from './read-taxa.ts';

const owl = {
  scientificName: 'Bubo bubo',
  dutchName: 'Oehoe',
  englishName: 'Eagle-owl',
  groupName: 'birds',
  family: 'Strigidae',
  synonyms: ['Strix bubo'],
} as const;
const butterfly = {
  scientificName: 'Aglais urticae',
  dutchName: 'Kleine vos',
  englishName: null,
  groupName: 'butterflies',
  family: 'Nymphalidae',
  synonyms: [],
} as const;
const list = [owl, butterfly].map((one) => ({ ...one, synonyms: [...one.synonyms] }));
const read = (...lines: string[]) => readTaxa(Buffer.from(lines.join('\n')), list);
const left = (...lines: string[]) => read(...lines).left;
const names = (...lines: string[]) => read(...lines).species.map((one) => one.scientificName);

describe('a Darwin Core file', () => {
  it('adds species with the names, family and group that it tells', () => {
    const { species } = read(
      'taxonID\tscientificName\ttaxonRank\tclass\tfamily\tvernacularName',
      '1\tGulo gulo (Linnaeus, 1758)\tspecies\tMammalia\tMustelidae\tveelvraat | gulo',
      '2\tVanessa atalanta\tspecies\tInsecta\tNymphalidae\t',
    );
    expect(species).toEqual([
      {
        scientificName: 'Gulo gulo',
        dutchName: 'Veelvraat',
        englishName: null,
        group: 'mammals',
        family: 'Mustelidae',
      },
      {
        scientificName: 'Vanessa atalanta',
        dutchName: null,
        englishName: null,
        // The order is not told, but others of its family are known.
        group: 'butterflies',
        family: 'Nymphalidae',
      },
    ]);
  });

  it('changes only differing fields of a known species', () => {
    const { groupName: group, synonyms: _, ...facts } = owl;
    const asKnown = { ...facts, group };
    const head = 'scientificName,vernacularName,language,kingdom';
    expect(
      read(head, 'Bubo bubo,Grote uil,nl,Animalia', 'Aglais urticae,,nl,Animalia').species,
    ).toEqual([
      { ...asKnown, dutchName: 'Grote uil' },
      expect.objectContaining({ dutchName: 'Kleine vos', group: 'butterflies' }),
    ]);
    expect(read(head, 'Bubo bubo,Uhu,de').species).toEqual([asKnown]);
    expect(read(head, 'Bubo bubo,eagle owl,en').species).toEqual([
      { ...asKnown, englishName: 'Eagle owl' },
    ]);
  });

  it('skips lines, each with a reason', () => {
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
      'Line 2, : it has no scientific name.',
      'Line 3, Strigidae: its rank is family, not species.',
      'Line 4, Strigidae: the name of a species has two words.',
      'Line 5, Gulo luscus: the file calls it a synonym.',
      'Line 6, Strix bubo: in the list this is Bubo bubo.',
      'Line 8, gulo gulo: it is not written as a scientific name.',
      'Line 9, Gulo gulo: a name is too long.',
      'Line 11, Gulo gulo: it is on line 10 already.',
      'Line 12, Bubo Bubo: the name of a species has two words.',
      'Line 13, Bubo búbo: it would have the same page as Bubo bubo.',
    ]);
    expect(left('taxonID,acceptedNameUsageID,scientificName', '2,1,Gulo luscus')).toEqual([
      'Line 2, Gulo luscus: the file calls it a synonym.',
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
    expect(names('scientificName;x', `${full};1`)).toEqual([bare]);
  });

  it('may be written by many programs', () => {
    const head = '"dwc:scientificName";"http://rs.tdwg.org/dwc/terms/vernacularName"';
    const { species, left } = read(
      `\uFEFF${head}\r`,
      '"Gulo gulo";"De ""grote"";\r',
      'marter"\r',
      '\r',
      'gulo;\r',
    );
    expect(species[0]?.dutchName).toBe('De "grote"; marter');
    expect(left).toEqual(['Line 5, gulo: the name of a species has two words.']);
    expect(names('scientificName\tx', 'Gulo gulo\t5" lang')).toEqual(['Gulo gulo']);
    expect(names('group,scientificName', 'orchids,Ophrys apifera')).toEqual(['Ophrys apifera']);
    expect(read('group,scientificName', 'Orchids,Ophrys x').species[0]?.group).toBe('orchids');
  });

  it('is refused as a whole when it is another thing', () => {
    const before = performance.now();
    const noColumn = 'has no column scientificName';
    expect(() => read(`${'a'.repeat(100_000)}:`)).toThrow(noColumn);
    expect(performance.now() - before).toBeLessThan(1000);
    expect(() => read('name,count', 'Gulo gulo,1')).toThrow(noColumn);
    expect(() => read('')).toThrow(noColumn);
    expect(() => read('scientificName,x', '"Gulo gulo')).toThrow(TerminalError);
    expect(() => readTaxa(Uint8Array.of(0x50, 0x4b, 3, 4, 0), list)).toThrow('no text file');
    const letters = (n: number) => n.toString().replace(/\d/g, (d) => 'abcdefghij'[+d] ?? '');
    const many = Array.from({ length: 20_001 }, (_, n) => `Gulo x${letters(n)}`);
    expect(() => read('scientificName', ...many)).toThrow('more than 20000 species');
  });

  it.each(['utf8', 'latin1', 'utf16le'] as const)('may be %s', (encoding) => {
    const text = '\uFEFFscientificName,dutchName\nGulo gulo,Eén';
    const bytes = Buffer.from(encoding === 'latin1' ? text.slice(1) : text, encoding);
    expect(readTaxa(bytes, list).species[0]?.dutchName).toBe('Eén');
  });
});
