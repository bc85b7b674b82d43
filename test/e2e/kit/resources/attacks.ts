/** Texts that would like to be markup or script: written into every text there is, then looked at wherever they are shown. */
import { expect, type Page } from '@playwright/test';
import type { Field } from '../../../../console/kit/resource/form.ts';
import { creatable, editable } from '../../../resources.contract.ts';
import { shapeOf, takes, bodyOf } from '../../../support/console/values.ts';
import { pick } from '../../support/pages/pick.ts';
import { firstPage } from './browse.ts';
import { field, openList, openRecord, saveForm } from './stage.ts';
import type { ListRow, Stage } from './stage.ts';

/** Short ones first: the last that a field takes is the one it gets in its turn. */
export const CORPUS = [
  '<b>{{7*7}}</b>',
  '<img src=x onerror=pwned=1>',
  '"><script>pwned=1</script><svg/onload=pwned=1>',
  "javascript:pwned=1//\u202e${pwned=1}<%=1%>'＜script＞🚕",
];

/** Listens from the first page on; the answer is all that went wrong. */
export async function watch(page: Page): Promise<string[]> {
  const heard: string[] = [];
  await page.exposeFunction('tellRefused', (what: string) => void heard.push(what));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', event => {
      const { effectiveDirective, blockedURI, sample } = event;
      const { tellRefused } = window as unknown as { tellRefused: (what: string) => void };
      tellRefused(`${location.pathname} ${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
  page.on('dialog', dialog => {
    heard.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', error => heard.push(`${page.url()} ${error.message}`));
  return heard;
}

/** Nothing of it became an element, a link or a variable. */
async function expectHarmless(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    pwned: 'pwned' in window,
    elements: document.querySelectorAll('img[src=x], svg[onload], iframe[srcdoc], b, body script:not([src])')
      .length,
    links: [...document.querySelectorAll('a[href]')].filter(a =>
      /^javascript:/i.test(a.getAttribute('href') ?? ''),
    ).length,
  }));
  expect(found).toEqual({ pwned: false, elements: 0, links: 0 });
}

/** What each field gets in a turn: that attack, or the shortest where it is too long for it. */
function attacksOf(
  fields: readonly Field<Record<string, unknown>>[],
  shape: ReturnType<typeof shapeOf>,
  turn: number,
) {
  return fields.flatMap(({ name }) => {
    const text = [CORPUS[turn]!, ...CORPUS].find(one => takes(shape[name]!, one));
    return text === undefined ? [] : [{ name, text }];
  });
}

async function attackForms(stage: Stage, rows: readonly ListRow[]): Promise<void> {
  const { page, of } = stage;
  for (const turn of CORPUS.keys()) {
    const row = rows[turn % rows.length]!;
    const attacks = attacksOf(editable(of), shapeOf(of.resource.form!.schema), turn);
    await openRecord(stage, row.id);
    for (const { name, text } of attacks) await field(page, name).fill(text);
    await saveForm(page);
    await openRecord(stage, row.id);
    for (const { name, text } of attacks) await expect(field(page, name)).toHaveValue(text);
    await expectHarmless(page);
    if (of.resource.searchable === false) continue;
    const label = of.resource.label({
      ...row,
      ...Object.fromEntries(attacks.map(({ name, text }) => [name, text])),
    });
    await openList(stage, `?q=${encodeURIComponent(label)}`);
    await expect(page.locator('main')).toContainText(label.trim());
    await expectHarmless(page);
  }
}

/** A new one of nothing but attacks; what cannot be text is believable. */
async function attackCreation(stage: Stage): Promise<void> {
  const { page, origin, of } = stage;
  const { schema, fields } = of.resource.createForm!;
  const believable = bodyOf(schema, { n: 77 });
  const attacks = attacksOf(creatable(of), shapeOf(schema), 1);
  await page.goto(`${origin}${of.create!.path}`);
  for (const { name, input } of fields) {
    const attack = attacks.find(one => one.name === name)?.text;
    const value = attack ?? believable[name];
    if (value === undefined || value === null) continue;
    const control = field(page, name);
    if (input.as === 'select') await control.selectOption(`${value as string | number}`);
    else if (input.as === 'seconds') await control.fill(String(Number(value) / 1_000));
    else if (input.as === 'code') await pick(control, `${value as string}`);
    else if (['text', 'area', 'number'].includes(input.as)) await control.fill(`${value as string | number}`);
  }
  await saveForm(page);
  await expect(page).not.toHaveURL(new RegExp(`${of.create!.path}$`));
  await page.waitForLoadState('networkidle');
  await expectHarmless(page);
}

export async function survivesAttacks(stage: Stage): Promise<void> {
  const { of } = stage;
  const { items } = await firstPage(stage, `?limit=${CORPUS.length}`);
  if (editable(of).length > 0) await attackForms(stage, items);
  if (creatable(of).length > 0) await attackCreation(stage);
}
