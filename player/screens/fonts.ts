/** Type for screens with words. The browser fetches only the slices whose signs stand on the page. */
import '@fontsource-variable/overpass/index.css';
import '@fontsource/overpass-mono/latin-600.css';
import '@fontsource-variable/noto-sans-sc/index.css';
