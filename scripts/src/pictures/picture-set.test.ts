import { describe, expect, it } from 'vitest';
import { MOTIFS } from './catalogue/motif-list.ts';
import { describePictures } from './picture-set.ts';
import { isScene } from './scene-list.ts';

describe('describePictures', () => {
  it('gives the same pictures for the same seed and others for another', () => {
    expect(describePictures(90)).toEqual(describePictures(90));
    expect(describePictures(90, 3)).not.toEqual(describePictures(90));
  });

  it('gives any count, each with its own title and file name', () => {
    for (const count of [1, 40, 200, 2000]) {
      const pictures = describePictures(count);
      expect(pictures).toHaveLength(count);
      expect(new Set(pictures.map(({ title }) => title)).size).toBe(count);
      expect(new Set(pictures.map(({ fileName }) => fileName)).size).toBe(count);
    }
  });

  it('fills every field with something a photographer could have written', () => {
    for (const picture of describePictures(200)) {
      expect(picture.fileName).toMatch(/^[a-z-]+-\d{4}\.jpg$/);
      expect(picture.title.length).toBeGreaterThan(4);
      expect(picture.title.length).toBeLessThan(100);
      expect(picture.takenAt).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d$/);
      expect(Number.isNaN(Date.parse(picture.takenAt))).toBe(false);
      expect(picture.tags.length).toBeGreaterThan(1);
      expect(picture.tags).toEqual(picture.tags.map((tag) => tag.toLowerCase()));
      expect(picture.gps !== null && picture.location !== null).toBe(false);
      if (picture.gps !== null) {
        expect(picture.gps.lat).toBeGreaterThan(50.7);
        expect(picture.gps.lat).toBeLessThan(53.6);
        expect(picture.gps.lon).toBeGreaterThan(3.3);
        expect(picture.gps.lon).toBeLessThan(7.3);
      }
    }
  });

  it('shows all four categories, about a third with a position, and six featured', () => {
    const pictures = describePictures(40);
    expect(new Set(pictures.map(({ category }) => category)).size).toBe(4);
    expect(pictures.filter(({ gps }) => gps !== null).length).toBeGreaterThan(9);
    expect(pictures.filter(({ gps }) => gps !== null).length).toBeLessThan(18);
    expect(pictures.filter(({ featured }) => featured)).toHaveLength(6);
  });

  it('has a scene for every motif', () => {
    expect(MOTIFS.filter(({ scene }) => !isScene(scene))).toEqual([]);
    expect(MOTIFS).toHaveLength(40);
  });
});
