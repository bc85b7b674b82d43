import { describe, expect, it } from 'vitest';
import { reasonNotLocal, type ConnectionFacts } from '../../../server/http/loopback.ts';

const local: ConnectionFacts = {
  bound: ['127.0.0.1', '::1'],
  socket: '::ffff:127.0.0.1',
  host: 'localhost:8080',
  fetchSite: 'same-origin',
  headers: {},
};

describe('a browser of this very machine', () => {
  it('is one that nothing speaks against', () => {
    expect(reasonNotLocal(local)).toBeNull();
    expect(reasonNotLocal({ ...local, host: '[::1]:8080', socket: '::1' })).toBeNull();
  });

  it.each<[Partial<ConnectionFacts>, RegExp]>([
    [{ bound: ['0.0.0.0'] }, /listens on 0\.0\.0\.0/],
    [{ bound: ['127.0.0.1', '192.168.1.4'] }, /listens on 192\.168\.1\.4/],
    [{ socket: '192.168.1.7' }, /connection comes from 192\.168\.1\.7/],
    [{ socket: '' }, /connection comes from/],
    [{ host: 'signage.example.net' }, /not localhost/],
    [{ host: 'localhost.example.net' }, /not localhost/],
    [{ host: '127.0.0.1.example.net:8080' }, /not localhost/],
    [{ fetchSite: 'cross-site' }, /cross-site/],
    [{ fetchSite: undefined }, /missing/],
    [{ headers: { 'x-forwarded-for': '10.0.0.1' } }, /x-forwarded-for/],
    [{ headers: { forwarded: 'for=10.0.0.1' } }, /forwarded/],
    [{ headers: { via: '1.1 proxy' } }, /via/],
  ])('is not one with %j', (change, reason) => {
    expect(reasonNotLocal({ ...local, ...change })).toMatch(reason);
  });
});
