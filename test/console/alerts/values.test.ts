import { describe, expect, it } from 'vitest';
import {
  alertForm,
  BLANK_ALERT,
  blanksIn,
  bodyOf,
  changesOf,
  copyOf,
  priorityIn,
  targetIn,
  templateIn,
  textsIn,
  templateValues,
  valuesOf,
} from '../../../console/alerts/compose/values.ts';
import { curlExample, exampleArea } from '../../../console/alerts/police/example.ts';
import { alertCreate, alertPatch, type Alert } from '../../../shared/contract/alerts/alert.ts';

const words = (event: string) => ({
  event,
  headline: `${event} is near here`,
  description: 'It is big.',
  instruction: 'Walk away.',
});
const TEXTS = { en: words('Fire'), zh: { ...words('火灾'), headline: '附近发生火灾' } };
const CIRCLE = { shape: 'circle', lat: 38.7, lng: -9.1, radius_m: 500 } as const;
const SENDERS = { sender_name_en: 'City police', sender_name_zh: '市公安局' };
const withFire = { ...BLANK_ALERT, ...SENDERS, ...templateValues('fire', TEXTS) };
const forAll = { ...withFire, mode: 'all' };

describe('the form of an alert', () => {
  it('is complete with a template and whom it is for, and not before', () => {
    expect(alertForm.safeParse(withFire).success).toBe(false);
    expect(alertForm.safeParse(forAll).success).toBe(true);
    expect(alertCreate.safeParse(bodyOf(forAll)).error).toBeUndefined();
  });

  it('a template brings the texts and how grave it is, and nothing of who warns or for whom', () => {
    const names = Object.keys(templateValues('flood', TEXTS));
    expect(names).toEqual(expect.arrayContaining(['headline_zh', 'severity', 'event']));
    for (const name of ['mode', 'tags', 'sender_name_en', 'sender_name_zh', 'ttl_s'])
      expect(names).not.toContain(name);
  });

  it('asks who warns at priority 0 and 1, in each language that is used', () => {
    const problem = (values: object) =>
      (alertForm.safeParse({ ...forAll, ...values }).error?.issues ?? []).map(({ path }) => path.join('.'));
    expect(problem({ sender_name_zh: '' })).toEqual(['sender_name_zh']);
    expect(problem({ sender_name_zh: '', headline_zh: '' })).toEqual([]);
    expect(problem({ sender_name_zh: '', sender_name_en: '', severity: 'Moderate' })).toEqual([]);
  });

  it('takes half as many Chinese characters as letters', () => {
    const withLength = (n: number) => ({
      ...forAll,
      instruction_zh: '请'.repeat(n),
      headline_zh: '火'.repeat(45),
    });
    expect(alertForm.safeParse(withLength(150)).success).toBe(true);
    expect(alertForm.safeParse(withLength(151)).success).toBe(false);
    expect(alertForm.safeParse({ ...forAll, headline_zh: '火'.repeat(46) }).success).toBe(false);
  });

  it('finds the gaps a template leaves', () => {
    const texts = textsIn({ ...forAll, headline_en: '[Street] is closed', headline_zh: '[路名]封闭' });
    expect(blanksIn(texts)).toEqual(['[Street]', '[路名]']);
    expect(blanksIn(textsIn(forAll))).toEqual([]);
  });

  it('says which part is missing, whatever else is missing too', () => {
    const paths = (values: object) =>
      (alertForm.safeParse(values).error?.issues ?? []).map(({ path }) => path.join('.'));
    expect(paths(BLANK_ALERT)).toEqual(expect.arrayContaining(['headline_en', 'mode', 'event']));
    expect(paths({ ...forAll, mode: 'geo' })).toEqual(['areas']);
    expect(paths({ ...forAll, mode: 'devices' })).toEqual(['device_ids']);
    expect(paths({ ...forAll, mode: 'tags' })).toEqual(['tags']);
    expect(paths({ ...forAll, headline_en: '', headline_zh: '' })).toEqual(['headline_en']);
    expect(paths({ ...forAll, headline_en: 'Fire' })).toEqual(['headline_en']);
  });

  it('takes the priority, the layout and the life from how grave it is, unless they are chosen', () => {
    expect(priorityIn(forAll)).toBe(1);
    expect(templateIn(forAll)).toBe('takeover');
    expect(bodyOf({ ...forAll, severity: 'Extreme' })).toMatchObject({ priority: 0, ttl_s: 7_200 });
    expect(bodyOf({ ...forAll, priority: 3 })).toMatchObject({
      priority: 3,
      template: 'ticker',
      ttl_s: 3_600,
    });
    expect(bodyOf({ ...forAll, priority: 3, template: 'banner', ttl_s: 600 })).toMatchObject({
      ...{ template: 'banner', ttl_s: 600 },
    });
  });

  it('sends a language without a headline not at all, and no list that its mode hides', () => {
    expect(Object.keys(textsIn({ ...forAll, headline_zh: ' ' }))).toEqual(['en']);
    const id = '00000000-0000-7000-8000-000000000001';
    const all = { ...forAll, areas: [CIRCLE], tags: ['night'], device_ids: [id], exclude_device_ids: [id] };
    expect(targetIn(all)).toMatchObject({ areas: [], tags: [], device_ids: [], exclude_device_ids: [id] });
    expect(targetIn({ ...all, mode: 'geo' })).toMatchObject({ areas: [CIRCLE], tags: [], device_ids: [] });
    expect(targetIn({ ...all, mode: 'mixed' })).toMatchObject({ areas: [CIRCLE], tags: ['night'] });
  });

  it('of a draft sends what was changed and what belongs to it; a language it does not show stays', () => {
    const body = alertCreate.parse(bodyOf(forAll));
    const pt = { headline: 'Incêndio', description: '', instruction: '', sender_name: '' };
    const row = { ...body, texts: { ...body.texts, pt } } as unknown as Alert;
    expect(
      alertForm.safeParse(Object.fromEntries(Object.keys(BLANK_ALERT).map(k => [k, valuesOf(row)[k]]))).error,
    ).toBe(undefined);
    expect(valuesOf(row)).toMatchObject({
      priority: null,
      template: null,
      ttl_s: null,
      ...SENDERS,
    });
    expect(copyOf({ ...row, effective_at: '2026-01-05T08:00:00.000Z' })).toMatchObject({
      ...{ ...SENDERS, effective_at: null, headline_zh: '附近发生火灾', mode: 'all', severity: 'Severe' },
    });
    expect(changesOf({ sound: false }, row)).toEqual({ sound: false });
    expect(changesOf({ severity: 'Minor' }, row)).toEqual({
      ...{ severity: 'Minor', priority: 3, template: 'ticker', ttl_s: 3_600 },
    });
    const texts = changesOf({ headline_en: 'Fire is out' }, row);
    expect(texts).toMatchObject({
      texts: {
        en: { headline: 'Fire is out', sender_name: 'City police' },
        zh: { sender_name: '市公安局' },
        pt,
      },
    });
    expect(alertPatch.safeParse(texts).success).toBe(true);
    expect(changesOf({ mode: 'tags', tags: ['night'] }, row)).toMatchObject({ target: { mode: 'tags' } });
  });
});

it('the example for a partner names the key, the present time and a test', () => {
  const text = curlExample({
    origin: 'https://signage.example',
    key: 'pk_test_1',
    now: Date.parse('2026-11-24T09:00:00.000Z'),
    jurisdiction: { areas: [{ shape: 'circle', lat: 52.5, lng: 13.4, radius_m: 10_000 }], geocodes: [] },
  });
  expect(text).toContain('<area><areaDesc>Test</areaDesc><circle>52.5,13.4 1</circle></area>');
  expect(text).toContain('curl https://signage.example/api/police/v1/alerts');
  expect(text).toContain('Bearer pk_test_1');
  expect(text).toContain('<sent>2026-11-24T09:00:00-00:00</sent>');
  expect(text).toContain('<expires>2026-11-24T09:10:00-00:00</expires>');
  expect(text).toContain('<status>Test</status>');
});

it('its place is within the jurisdiction: a small circle, an outline without holes, or a code', () => {
  const corners = [
    { lat: 1, lng: 1 },
    { lat: 1, lng: 2 },
    { lat: 2, lng: 2 },
  ];
  const ring = { shape: 'polygon' as const, rings: [corners] };
  const withHole = { shape: 'polygon' as const, rings: [corners, corners] };
  const code = { name: 'CITY', value: 'A&B <1>' };
  const circle = { shape: 'circle' as const, lat: 52.5, lng: 13.4, radius_m: 300 };
  expect(exampleArea({ areas: [circle, ring], geocodes: [code] })).toBe('<circle>52.5,13.4 0.3</circle>');
  expect(exampleArea({ areas: [withHole, ring], geocodes: [] })).toBe('<polygon>1,1 1,2 2,2 1,1</polygon>');
  expect(exampleArea({ areas: [withHole], geocodes: [code] })).toBe(
    '<geocode><valueName>CITY</valueName><value>A&amp;B &lt;1&gt;</value></geocode>',
  );
});
