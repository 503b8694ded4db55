/** The used part of the package, which ships no types. */
declare module 'open-location-code' {
  export class OpenLocationCode {
    encode(latitude: number, longitude: number): string;
    /** Degrees. Throws unless the code is a full one. */
    decode(code: string): { latitudeCenter: number; longitudeCenter: number };
  }
}
