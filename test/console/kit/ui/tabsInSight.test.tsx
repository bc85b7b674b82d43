import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PageTabs } from '../../../../console/kit/ui/controls/PageTabs.tsx';
import { Tabs } from '../../../../console/kit/ui/display/Tabs.tsx';

const WIDTH = 300;
const TAB = 100;
/** A row of 300 px with five tabs of 100 px each, as far as it was scrolled. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.closest('[role=tablist], ul');
    const at = row ? [...row.querySelectorAll('[role=tab], a')].indexOf(this) : -1;
    return at < 0 ? new DOMRect(0, 0, WIDTH, 48) : new DOMRect(at * TAB - row!.scrollLeft, 0, TAB, 48);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  history.replaceState(null, '', '/');
});
const NAMES = ['one', 'two', 'three', 'four', 'five'] as const;

it('the chosen tab of a row that is wider than the screen stands in sight, also after another is chosen', () => {
  const tabs = NAMES.map(name => ({ name, label: name, content: null }));
  const drawn = (selected: (typeof NAMES)[number]) => (
    <Tabs label="Parts" selected={selected} tabs={tabs} onSelect={() => undefined} />
  );
  const { rerender } = render(drawn('four'));
  const row = screen.getByRole('tablist');
  expect(row.scrollLeft).toBe(200);
  rerender(drawn('five'));
  expect(row.scrollLeft).toBe(200);
  rerender(drawn('one'));
  expect(row.scrollLeft).toBe(-100);
});

it('so does that of a row of pages', () => {
  history.replaceState(null, '', '/four');
  render(<PageTabs label="Pages" tabs={NAMES.map(name => ({ href: `/${name}`, label: name }))} />);
  expect(screen.getByRole('list').scrollLeft).toBe(200);
});
