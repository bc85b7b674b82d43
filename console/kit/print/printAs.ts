/** Prints the page, or a paper that was drawn for it (print.css). */
type Printed = 'page' | 'paper';

const HAN = /\p{Script=Han}/u;
const nextFrame = () => new Promise(done => requestAnimationFrame(done));

/** Type of a paper is fetched only as it is laid out, and a print does not wait for it. */
async function typeOf(paper: Element | null): Promise<void> {
  /** Without it the machine's own type prints them. */
  if (HAN.test(paper?.textContent ?? ''))
    await import('@fontsource-variable/noto-sans-sc/index.css').catch(() => undefined);
  await nextFrame();
  await document.fonts.ready;
}

/** `name`: what "Save as PDF" proposes, which is the title of the page. */
export async function printAs(name: string, printed: Printed, done: () => void = () => {}): Promise<void> {
  if (printed === 'paper') await typeOf(document.querySelector('.paper'));
  const { title } = document;
  document.title = name;
  if (printed === 'paper') document.body.dataset['print'] = '';
  const restore = () => {
    document.title = title;
    delete document.body.dataset['print'];
    done();
  };
  addEventListener('afterprint', restore, { once: true });
  print();
}
