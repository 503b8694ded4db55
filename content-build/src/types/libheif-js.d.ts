/** libheif in WebAssembly: its types stand beside another form of it. */
declare module 'libheif-js/wasm-bundle.js' {
  import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js';

  const libheif: MainModule;
  export default libheif;
}
