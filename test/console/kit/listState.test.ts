import { describe, expect, it } from 'vitest';
import {
  withChanges,
  filterKeys,
  hasFilters,
  listQueryOf,
  filterQueryOf,
  nextSort,
  parseListState,
} from '../../../console/kit/screens/list/listState.ts';
import { queueFilter } from '../../../console/kit/screens/toolbar/queueFilter.tsx';

const filters = ['status', { keys: ['from', 'to'], input: () => null }];
const parse = (search: string) => parseListState(new URLSearchParams(search), filterKeys({ filters }));
const text = (search: string, changes: Record<string, string>) =>
  withChanges(new URLSearchParams(search), changes).toString();

describe('state of a list', () => {
  it('is read from the address, with its own filters and no others', () => {
    expect(parse('q=cab&sort=-name&page=3&status=online&from=x&other=y&deleted=1')).toEqual({
      q: 'cab',
      sort: '-name',
      page: 3,
      cursor: '',
      deleted: true,
      cols: '',
      pageSize: 25,
      isRows: false,
      isMap: false,
      chosen: { status: 'online', from: 'x' },
      values: { status: 'online', from: 'x' },
    });
  });

  it.each(['page=0', 'page=-2', 'page=abc', 'page=1.5', ''])('is the first page for "%s"', search =>
    expect(parse(search).page).toBe(1),
  );

  it('leaves defaults out of the address', () => {
    expect(text('page=2', { page: '1' })).toBe('');
    expect(text('q=cab', { q: '' })).toBe('');
  });

  it('goes back to the first page when anything but the page changes', () => {
    expect(text('page=4&cursor=c', { q: 'cab' })).toBe('q=cab');
    expect(text('page=4&q=cab', { page: '5' })).toBe('page=5&q=cab');
    expect(text('page=4', { id: 'x' })).toBe('page=4&id=x');
  });

  it('asks the server for a page, or from a cursor on', () => {
    expect(listQueryOf(parse('page=3&status=online'), { paging: 'page', defaultSort: 'name' })).toEqual({
      sort: 'name',
      limit: 25,
      offset: 50,
      status: 'online',
    });
    expect(listQueryOf(parse('cursor=c1&from=x'), { paging: 'cursor', defaultSort: '' })).toEqual({
      cursor: 'c1',
      from: 'x',
    });
  });

  it('keeps what its page is preset to, whatever else is asked', () => {
    const preset = { name: 'cabs', filter: { kind: 'cab' } };
    expect(filterQueryOf(parse('q=x'), { defaultSort: 'name', preset })).toEqual({
      kind: 'cab',
      q: 'x',
      sort: 'name',
    });
  });

  it('takes page sizes it offers and no others', () => {
    expect(parse('per=100').pageSize).toBe(100);
    expect(parse('per=1000').pageSize).toBe(25);
  });

  it('exports what the list shows, of all pages', () => {
    expect(filterQueryOf(parse('page=3&per=50&status=online&deleted=1'), { defaultSort: 'name' })).toEqual({
      sort: 'name',
      status: 'online',
      deleted: '1',
    });
  });

  it('sorts up, then down, then up again', () => {
    expect(nextSort('', 'name')).toBe('name');
    expect(nextSort('name', 'name')).toBe('-name');
    expect(nextSort('-name', 'name')).toBe('name');
  });

  it('is narrowed by a search or a filter, not by order or page', () => {
    expect(hasFilters(parse('sort=-name&page=2'))).toBe(false);
    expect(hasFilters(parse('status=online'))).toBe(true);
  });

  describe('that starts with a filter', () => {
    const { start } = queueFilter({
      ...{ resource: 'validations', key: 'attention', value: 'needed', options: ['needed', 'settled'] },
      yieldsTo: ['status'],
    });
    const begun = (search: string) =>
      parseListState(new URLSearchParams(search), ['attention', 'status', 'kind'], start);

    it.each([
      ['', { attention: 'needed' }],
      ['kind=video', { attention: 'needed', kind: 'video' }],
      ['status=pass', { status: 'pass' }],
      ['attention=settled&status=pass', { attention: 'settled', status: 'pass' }],
      ['attention=all', {}],
      ['attention=all&kind=video', { kind: 'video' }],
    ])('has of "%s" these', (search, values) => expect(begun(search).values).toEqual(values));

    it('is lifted for good, and is no filter that somebody has chosen', () => {
      expect(begun(text('kind=video', { attention: 'all' })).values).toEqual({ kind: 'video' });
      expect([hasFilters(begun('')), hasFilters(begun('kind=video'))]).toEqual([false, true]);
    });
  });
});
