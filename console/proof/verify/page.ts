/** The page that checks proofs for whoever was handed one: no sign-in, no call, no framework; it works from a saved copy. */
import en from '../../../public/locales/en/verify.json';
import zh from '../../../public/locales/zh/verify.json';
import type { ProofReport } from '../../../shared/contract/proof/proof.ts';
import { checkText } from '../../../shared/proof/check.ts';
import { factsOf, faultText } from '../../../shared/proof/describe.ts';
import './verify.css';

const TEXTS = { en, zh };
type Language = keyof typeof TEXTS;

/** What the server filled in when it handed out the page; a copy of the source has none. */
function servedKeys(): string[] {
  const content = document.querySelector<HTMLMetaElement>('meta[name=server-keys]')?.content ?? '';
  return content.startsWith('__') ? [] : wordsOf(content);
}
const wordsOf = (text: string) => text.split(/[\s,]+/).filter(word => word !== '');

interface State {
  language: Language;
  proof: string;
  keys: string;
  /** null: nothing was checked yet. */
  report: ProofReport | null;
  failure: 'reading' | 'insecure' | null;
  isBusy: boolean;
}
const state: State = {
  language: navigator.language.startsWith('zh') ? 'zh' : 'en',
  ...{ proof: '', keys: servedKeys().join(' '), report: null, failure: null, isBusy: false },
};

function made<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  fields: Partial<HTMLElementTagNameMap[K]> = {},
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(tag), fields);
}

const status = made('div', { role: 'status' });

function field(id: string, label: string, hint: string, input: HTMLElement): HTMLElement[] {
  input.id = id;
  input.setAttribute('aria-describedby', `${id}-hint`);
  return [
    made('label', { htmlFor: id, textContent: label }),
    made('p', { id: `${id}-hint`, className: 'hint', textContent: hint }),
    input,
  ];
}

function draw(): void {
  const texts = TEXTS[state.language];
  document.documentElement.lang = state.language === 'zh' ? 'zh-CN' : 'en';
  document.title = `${texts.title} · Wayside`;
  const proof = made('textarea', { value: state.proof, spellcheck: false });
  proof.addEventListener('input', () => (state.proof = proof.value));
  const file = made('input', { type: 'file' });
  file.addEventListener('change', () => void readFile(file.files?.[0]));
  const keys = made('input', { type: 'text', value: state.keys, spellcheck: false });
  keys.addEventListener('input', () => (state.keys = keys.value));
  const check = made('button', { type: 'submit', className: 'primary', textContent: texts.check });
  const language = made('button', { type: 'button', textContent: texts.language });
  language.addEventListener('click', () => {
    state.language = state.language === 'en' ? 'zh' : 'en';
    draw();
  });
  const form = made('form');
  form.append(
    ...field('proof', texts.proof, texts.proofHint, proof),
    ...field('file', texts.file, texts.drop, file),
    ...field('keys', texts.keys, texts.keysHint, keys),
    check,
  );
  form.addEventListener('submit', event => {
    event.preventDefault();
    void show(() => state.proof);
  });
  const header = made('header');
  header.append(made('h1', { textContent: texts.title }), language);
  const main = made('main');
  main.append(header, made('p', { textContent: texts.intro }), form, status);
  main.append(made('p', { className: 'hint', textContent: texts.limits }));
  document.body.replaceChildren(main);
  drawStatus();
}

function drawStatus(): void {
  const texts = TEXTS[state.language];
  const { report, failure, isBusy } = state;
  status.setAttribute('aria-busy', String(isBusy));
  status.dataset['result'] = report === null ? '' : report.ok ? 'holds' : 'fails';
  if (isBusy) return status.replaceChildren(made('p', { textContent: texts.checking }));
  if (failure) return status.replaceChildren(made('p', { textContent: texts[failure] }));
  if (!report) return status.replaceChildren();
  const facts = made('dl');
  for (const [label, value] of factsOf(report, texts))
    facts.append(made('dt', { textContent: label }), made('dd', { textContent: value }));
  const { fault } = report;
  status.replaceChildren(
    made('h2', { textContent: report.ok ? texts.holds : texts.fails }),
    ...(fault ? [made('p', { textContent: faultText(fault, texts) })] : []),
    facts,
  );
}

async function readFile(file: File | undefined): Promise<void> {
  if (file) await show(() => file.text());
}

let turns = 0;
/** The newest alone: a large file that was dropped before may be checked later than a small one. */
async function show(read: () => string | Promise<string>): Promise<void> {
  const turn = ++turns;
  const isNewest = () => turn === turns;
  Object.assign(state, { failure: null, report: null, isBusy: true });
  drawStatus();
  try {
    const text = await read();
    if (isNewest()) await run(text, isNewest);
  } catch {
    if (!isNewest()) return;
    Object.assign(state, { failure: 'reading', report: null, isBusy: false });
    drawStatus();
  }
}

async function run(text: string, isNewest: () => boolean): Promise<void> {
  /** Signatures are checked by the platform, which offers that to secure pages alone. */
  const isSecure = globalThis.isSecureContext;
  Object.assign(state, { isBusy: isSecure, failure: isSecure ? null : 'insecure', report: null });
  drawStatus();
  if (!isSecure) return;
  const trusted = wordsOf(state.keys);
  const report = await checkText(text, trusted.length === 0 ? null : trusted);
  if (!isNewest()) return;
  Object.assign(state, { report, isBusy: false });
  drawStatus();
}

document.addEventListener('dragover', event => event.preventDefault());
document.addEventListener('drop', event => {
  event.preventDefault();
  void readFile(event.dataTransfer?.files[0]);
});
draw();
