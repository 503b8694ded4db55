import type { CameraFacts } from '@veldlicht/contract/media';
import { nl } from '#copy/nl.ts';

export interface FactLine {
  label: string;
  value: string;
}

const decimal = (value: number) => String(Math.round(value * 10) / 10).replace('.', ',');

/** What the camera wrote, in Dutch; parts that are missing are left out. */
export function cameraLines(facts: CameraFacts): FactLine[] {
  const { camera, lens, focalLength, aperture, shutter, iso } = facts;
  const lines: [string, string | undefined][] = [
    [nl.camera.camera, camera],
    [nl.camera.lens, lens],
    [nl.camera.focalLength, focalLength === undefined ? undefined : `${decimal(focalLength)} mm`],
    [nl.camera.aperture, aperture === undefined ? undefined : `f/${decimal(aperture)}`],
    [nl.camera.shutter, shutter === undefined ? undefined : `${shutter} s`],
    [nl.camera.iso, iso === undefined ? undefined : String(iso)],
  ];
  return lines.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}
