/** What we use of libheif in WebAssembly. */
declare module 'libheif-js/wasm-bundle.js' {
  interface PixelTarget {
    /** RGBA, 8 bits each. */
    data: Uint8ClampedArray;
    width: number;
    height: number;
  }
  export interface HeifImage {
    /** Upright, as the height. */
    get_width(): number;
    get_height(): number;
    /** The one that the file names as its main picture. */
    is_primary(): boolean;
    /** Fills the target; `null` when the picture cannot be decoded. */
    display<T extends PixelTarget>(target: T, done: (filled: T | null) => void): void;
    /** Gives the memory back. */
    free(): void;
  }
  /** A file in the memory of the decoder. */
  interface HeifContext {
    readonly kind: unique symbol;
  }
  interface HeifDecoder {
    decoder: HeifContext | null;
    /** The pictures of a file, not decoded yet; none when it cannot be read. */
    decode(bytes: Uint8Array): HeifImage[];
  }
  const libheif: {
    HeifDecoder: new () => HeifDecoder;
    heif_context_free(context: HeifContext): void;
  };
  export default libheif;
}
