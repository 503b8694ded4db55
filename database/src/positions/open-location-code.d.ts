/** What is used of the package, which brings no types of its own. */
declare module 'open-location-code' {
  export class OpenLocationCode {
    encode(latitude: number, longitude: number): string;
    /** Degrees. Throws when the code is no full one. */
    decode(code: string): { latitudeCenter: number; longitudeCenter: number };
  }
}
