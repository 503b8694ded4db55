declare module 'heic-decode' {
  interface DecodedPicture {
    width: number;
    height: number;
    /** RGBA, 8 bits each. */
    data: Uint8ClampedArray;
  }
  interface ListedPicture {
    /** Upright. */
    width: number;
    height: number;
    decode(): Promise<DecodedPicture>;
  }
  interface ListedPictures extends Array<ListedPicture> {
    /** Gives the memory back. */
    dispose(): void;
  }
  interface Decode {
    /** The pictures of a file, upright, not decoded yet. */
    all(input: { buffer: Uint8Array }): Promise<ListedPictures>;
  }
  const decode: Decode;
  export default decode;
}
