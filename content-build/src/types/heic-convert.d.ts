declare module 'heic-convert' {
  interface HeicInput {
    buffer: Uint8Array;
    format: 'JPEG' | 'PNG';
    /** 0..1, for JPEG. */
    quality?: number;
  }
  /** Decodes the primary picture, upright, and encodes it again without any metadata. */
  export default function convert(input: HeicInput): Promise<Uint8Array>;
}
