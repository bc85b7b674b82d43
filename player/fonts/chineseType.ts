/** The browser fetches only the slices whose signs stand on the page. */
import '@fontsource-variable/noto-sans-sc/index.css';
