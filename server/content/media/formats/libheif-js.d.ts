/** What we use of it; the package has no types of its own. */
declare module 'libheif-js/wasm-bundle.js' {
  interface HeifImage {
    get_width: () => number;
    get_height: () => number;
    is_primary: () => boolean;
    /** Calls back with null where it cannot be decoded. */
    display: <P extends { data: Uint8ClampedArray; width: number; height: number }>(
      into: P,
      done: (shown: P | null) => void,
    ) => void;
  }
  const libheif: { HeifDecoder: new () => { decode: (file: Uint8Array) => HeifImage[] } };
  export default libheif;
}
