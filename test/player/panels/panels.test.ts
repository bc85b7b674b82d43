// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { onLongPress } from '../../../player/kiosk/longPress.ts';
import { quickSetup, toggleKiosk } from '../../../player/kiosk/kiosk.ts';
import { verifyPin } from '../../../player/kiosk/pin.ts';
import { askPin } from '../../../player/panels/pin.ts';
import { openSetup } from '../../../player/panels/setup.ts';
import { loadTexts } from '../../../player/screens/texts.ts';
import { KIOSK, type Language } from '../../../shared/constants.ts';
import { readValue } from '../../../shared/device/storage.ts';
import { manualClock } from '../../support/clock.ts';
import '../../support/console/panelPage.ts';
import { boot, everything, kiosk, quickly, freshDb } from '../kiosk/kiosks.ts';

const SECOND = 1_000;

beforeEach(() => {
  document.body.innerHTML = '<div id="over"></div>';
});
/** A PIN takes its time to be hashed, more of it beside other work. */
const soon = (seen: () => void) => vi.waitFor(seen, { timeout: 20_000 });
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!;
const said = () => document.querySelector('.said')?.textContent;
const press = (key: string, target: Element = document.querySelector('dialog')!) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

describe('the knob of a kiosk', () => {
  function knob() {
    const clock = manualClock();
    const element = document.getElementById('over')!.appendChild(document.createElement('button'));
    const held = vi.fn();
    onLongPress(element, { clock, ms: KIOSK.holdMs, onHeld: held });
    const tell = (event: Event) => element.dispatchEvent(event);
    const down = (isPrimary = true) => tell(Object.assign(new Event('pointerdown'), { isPrimary }));
    return { clock, element, held, tell, down };
  }

  it('let go of after 2.9 s does nothing, held for 3.0 s proceeds', async () => {
    const { clock, held, tell, down } = knob();
    down();
    await clock.advance(2_900);
    tell(new Event('pointerup'));
    await clock.advance(10 * SECOND);
    expect(held).not.toHaveBeenCalled();
    down();
    await clock.advance(2_999);
    expect(held).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(held).toHaveBeenCalledOnce();
  });

  it('shows that it is held, and a second finger neither begins nor shortens it', async () => {
    const { clock, element, held, down, tell } = knob();
    down(false);
    expect('held' in element.dataset).toBe(false);
    down();
    expect('held' in element.dataset).toBe(true);
    await clock.advance(2 * SECOND);
    down();
    await clock.advance(SECOND);
    expect(held).toHaveBeenCalledOnce();
    expect('held' in element.dataset).toBe(false);
    for (const end of ['pointercancel', 'pointerleave', 'blur']) {
      down();
      tell(new Event(end));
      await clock.advance(5 * SECOND);
    }
    expect(held).toHaveBeenCalledOnce();
  });

  it('is held by a key as well', async () => {
    const { clock, held, tell } = knob();
    const key = (type: string, repeat = false) => tell(new KeyboardEvent(type, { key: 'Enter', repeat }));
    key('keydown');
    await clock.advance(SECOND);
    key('keydown', true);
    await clock.advance(2 * SECOND);
    expect(held).toHaveBeenCalledOnce();
    key('keydown');
    key('keyup');
    await clock.advance(5 * SECOND);
    expect(held).toHaveBeenCalledOnce();
  });
});

const WORDS = {
  en: [
    'Enter PIN',
    'Wrong PIN. 4 tries left.',
    'Wrong PIN. 1 try left.',
    'Locked. Try again in 30 s.',
    'Cancel',
  ],
  zh: [
    '输入密码',
    '密码错误，还可尝试 4 次。',
    '密码错误，还可尝试 1 次。',
    '已锁定，请在 30 秒后重试。',
    '取消',
  ],
} as const satisfies Record<Language, readonly string[]>;

describe('the PIN dialog', () => {
  async function dialog(language: Language = 'en') {
    const db = freshDb();
    await quickly(db, '4711');
    const { clock, tries: attempts } = await boot(db);
    const say = await loadTexts(language, ['player', 'panels']);
    const right = vi.fn(() => Promise.resolve());
    const onFault = vi.fn();
    const opened = askPin({ say, clock, attempts, onRight: right, onFault });
    const typePin = async (pin: string) => {
      for (const digit of pin) button(digit).click();
      await soon(() => expect(said() ?? '').not.toMatch(/One moment|请稍候/));
    };
    return { clock, db, onFault, right, opened, typePin };
  }

  it.each(['en', 'zh'] as const)('OPEN-KIOSK-04 says exactly what it should, in %s', async language => {
    const [title, wrong, last, locked, cancel] = WORDS[language];
    const { opened, typePin } = await dialog(language);
    expect(opened.querySelector('h1')?.textContent).toBe(title);
    await typePin('0000');
    expect(said()).toBe(wrong);
    for (let i = 0; i < 3; i++) await typePin('0000');
    expect(said()).toBe(last);
    await typePin('0000');
    expect(said()).toBe(locked);
    button(cancel).click();
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('KIOSK-09 stays with a wrong PIN, and the right one unlocks, by keyboard too', async () => {
    const { right, opened, typePin } = await dialog();
    await typePin('1234');
    expect([opened.open, right.mock.calls.length]).toEqual([true, 0]);
    for (const key of ['4', '7', '9', 'Backspace', '1', '1']) press(key);
    await soon(() => expect(right).toHaveBeenCalledOnce());
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('OPEN-KIOSK-01 counts the seconds down, takes no digit meanwhile, and then one more try', async () => {
    const { clock, right, opened, typePin } = await dialog();
    for (let i = 0; i < 5; i++) await typePin('0000');
    for (const digit of '4711') press(digit);
    expect(document.querySelector('.dots')?.textContent).toBe('○○○○');
    await clock.advance(SECOND);
    expect(said()).toBe('Locked. Try again in 29 s.');
    for (let second = 0; second < 29; second += 10) {
      opened.dispatchEvent(new Event('pointermove'));
      await clock.advance(10 * SECOND);
    }
    expect(said()).toBe('');
    await typePin('4711');
    expect(right).toHaveBeenCalledOnce();
  });

  it('takes no try that cannot be counted', async () => {
    const { db, onFault, right, typePin } = await dialog();
    const full = vi.spyOn(await db(), 'transaction').mockImplementation(() => {
      throw new Error('the disk is full');
    });
    await typePin('4711');
    full.mockRestore();
    expect([said(), onFault.mock.calls.length, right.mock.calls.length]).toEqual([
      'That did not work.',
      1,
      0,
    ]);
  });

  it('closes when nobody has touched it for 30 s', async () => {
    const { clock, opened } = await dialog();
    await clock.advance(29 * SECOND);
    press('1');
    await clock.advance(29 * SECOND);
    expect(opened.open).toBe(true);
    await clock.advance(SECOND);
    expect(document.querySelector('dialog')).toBeNull();
  });
});

describe('the setup of a kiosk', () => {
  async function setup() {
    const it = kiosk(() => 0);
    const clock = manualClock();
    await openSetup({ clock, db: it.db }, it.ports);
    const [first, again] = [...document.querySelectorAll('input')];
    const fill = (pin: string, repeated = pin) => {
      Object.assign(first!, { value: pin }).dispatchEvent(new Event('input'));
      Object.assign(again!, { value: repeated });
    };
    const shown = () => document.querySelector('.shown')?.textContent;
    return { ...it, clock, fill, shown };
  }

  it('OPEN-KIOSK-02 shows the random PIN this once, and turns kiosk mode on when told so', async () => {
    const { db, mirror, ports, reloads, shown, clock } = await setup();
    button('Next').click();
    await soon(() => expect(shown()).toBe('1000'));
    expect(await verifyPin('1000', (await readValue(db, 'kiosk'))?.pin ?? '')).toBe(true);
    expect([(await readValue(db, 'kiosk'))?.enabled, reloads()]).toEqual([false, 0]);
    button('Turn on kiosk mode').click();
    await soon(() => expect(reloads()).toBe(1));
    expect((await readValue(db, 'kiosk'))?.enabled).toBe(true);
    document.querySelector('dialog')!.close();
    await openSetup({ clock, db }, ports);
    expect(document.body.textContent).not.toContain('1000');
    expect(await everything(db, mirror)).not.toMatch(/\b1000\b/);
  });

  it('left alone before it was turned on, it has locked nobody out', async () => {
    const { db, clock, shown, reloads } = await setup();
    button('Next').click();
    await soon(() => expect(shown()).toBe('1000'));
    await clock.advance(30 * SECOND);
    expect(document.querySelector('dialog')).toBeNull();
    expect([(await readValue(db, 'kiosk'))?.enabled, reloads()]).toEqual([false, 0]);
  });

  it('KIOSK-07 takes a PIN of its own twice, refuses others, and says which is easily guessed', async () => {
    const { db, fill, shown } = await setup();
    const attempts: [string, string, string][] = [
      ['12', '12', 'A PIN has four digits.'],
      ['12a4', '12a4', 'A PIN has four digits.'],
      ['7391', '7319', 'The two PINs differ.'],
      ['', '7391', 'A PIN has four digits.'],
    ];
    for (const [pin, again, text] of attempts) {
      fill(pin, again);
      button('Next').click();
      await soon(() => expect(said()).toBe(text));
    }
    for (const pin of ['1234', '0000', '9876']) {
      fill(pin);
      expect(said()).toBe('This PIN is easy to guess.');
    }
    fill('7391');
    expect(said()).toBe('');
    button('Next').click();
    await soon(() => expect(shown()).toBe('7391'));
    expect(await verifyPin('7391', (await readValue(db, 'kiosk'))?.pin ?? '')).toBe(true);
  });
});

it('a new setup leaves the mode as it was', async () => {
  const { ports, db } = kiosk();
  await quickSetup({ pin: '4711' }, ports);
  await toggleKiosk(true, ports);
  await quickSetup({ pin: '1234' }, ports);
  expect((await readValue(db, 'kiosk'))?.enabled).toBe(true);
});
