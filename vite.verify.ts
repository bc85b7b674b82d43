/** The page that checks proofs: one file with its script and styles in it, which a saved copy needs, and a policy that forbids every call. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { WEB } from './vite.config.ts';

const ROOT = import.meta.dirname;
const SCRIPT = /\s*<script type="module"[^>]*><\/script>/;
const STYLE = /\s*<link rel="stylesheet"[^>]*>/;
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
/** A page's script may hold no end tag of its own. */
const inScript = (code: string) => code.replaceAll('</script', String.raw`<\/script`);

/** The policy stands in the page itself, so that it also holds for a copy. */
const oneFile: Plugin = {
  name: 'one-file',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const files = Object.values(bundle);
    const page = files.find(file => file.type === 'asset' && file.fileName.endsWith('.html'));
    const script = files.find(file => file.type === 'chunk');
    const style = files.find(file => file.type === 'asset' && file.fileName.endsWith('.css'));
    if (page?.type !== 'asset' || script?.type !== 'chunk' || style?.type !== 'asset')
      throw new Error('The page of proofs was not built as one page, script and style.');
    const code = `\n${inScript(script.code)}\n`;
    const css = String(style.source);
    const policy = `default-src 'none'; img-src data:; script-src ${hashOf(code)}; style-src ${hashOf(css)}; base-uri 'none'; form-action 'none'`;
    page.source = String(page.source)
      .replace(SCRIPT, '')
      .replace(STYLE, '')
      .replace(
        '<meta charset',
        () => `<meta http-equiv="content-security-policy" content="${policy}" />\n    <meta charset`,
      )
      .replace('</head>', () => `<style>${css}</style>\n  </head>`)
      .replace('</body>', () => `<script type="module">${code}</script></body>`);
    page.fileName = 'verify.html';
    for (const file of [script, style]) delete bundle[file.fileName];
  },
};

export default defineConfig({
  root: ROOT,
  publicDir: false,
  plugins: [oneFile],
  build: {
    outDir: WEB,
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      input: join(ROOT, 'console/proof/verify/index.html'),
      output: { codeSplitting: false },
    },
  },
});
