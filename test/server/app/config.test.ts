import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../../server/context/config.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'wayside-config-'));
  writeFileSync(join(dir, 'cert.pem'), 'cert');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('configuration', () => {
  it('needs nothing: port 8080 on loopback, data beside the project, the embedded engine, the demo on', () => {
    expect(readConfig([], {})).toMatchObject({
      port: 8080,
      host: 'localhost',
      dataDir: resolve('./data'),
      databaseUrl: null,
      tls: null,
      trustProxy: false,
      demo: 'on',
      play: null,
    });
  });

  it('AMBIG-TENANT-01 follows the specification between tenants, unless TENANT_ACCESS is strict, and takes no other word', () => {
    const at = (TENANT_ACCESS: string) => readConfig([], { TENANT_ACCESS }).tenantAccess;
    expect(readConfig([], {}).tenantAccess).toBe('spec');
    expect([at('spec'), at('strict')]).toEqual(['spec', 'strict']);
    for (const wrong of ['Strict', 'none', 'own']) expect(() => at(wrong)).toThrow(/TENANT_ACCESS/);
  });

  it('lets a flag win over its variable', () => {
    expect(
      readConfig(['--port', '9000', '--data', dir], { PORT: '7000', DATA_DIR: '/elsewhere' }),
    ).toMatchObject({
      port: 9000,
      dataDir: dir,
    });
  });

  it('keeps files in the data directory unless an S3 store is named, by all of its settings', () => {
    expect(readConfig([], {}).s3).toBeNull();
    const all = {
      ...{ S3_URL: 'https://s3.example.net', S3_BUCKET: 'wayside', S3_KEY: 'AKIA1', S3_SECRET: 'hidden1' },
    };
    expect(readConfig([], all).s3).toEqual({
      ...{ endpoint: 'https://s3.example.net/', bucket: 'wayside', region: 'us-east-1' },
      ...{ access_key_id: 'AKIA1', secret_access_key: 'hidden1' },
    });
    const wrong: [object, RegExp][] = [
      [{ S3_KEY: undefined }, /S3_KEY is not set/],
      [{ S3_URL: 'https://AKIA1:hidden1@s3.example.net' }, /S3_URL must be an address like/],
      [{ S3_URL: 's3.example.net' }, /S3_URL must be an address like/],
      [{ S3_BUCKET: 'My Bucket' }, /S3_BUCKET must be/],
      [{ S3_SECRET: ' ' }, /S3_SECRET is empty/],
    ];
    for (const [changed, text] of wrong) {
      const read = () => readConfig([], { ...all, ...changed });
      expect(read).toThrow(text);
      expect(read).not.toThrow(/AKIA1|hidden1/);
    }
    expect(() => readConfig([], { S3_REGION: 'eu-central-1' })).toThrow(/S3_REGION belongs to S3_URL/);
  });

  it('asks no geocoder unless one is named, by an address with both places in it', () => {
    const at = (GEOCODER_URL: string) => readConfig([], { GEOCODER_URL }).geocoderUrl;
    expect(readConfig([], {}).geocoderUrl).toBeNull();
    const address = 'https://maps.example.net/reverse?lat={lat}&lon={lon}';
    expect(at(address)).toBe(address);
    for (const wrong of ['maps', 'javascript:{lat}{lon}', 'https://maps.example.net/reverse?lat={lat}'])
      expect(() => at(wrong)).toThrow(/GEOCODER_URL must be an address like/);
  });

  it('draws no map of another unless one is named, by an address whose origin is certain', () => {
    const at = (MAP_URL: string) => readConfig([], { MAP_URL }).mapUrl;
    expect(readConfig([], {})).toMatchObject({ mapUrl: null, mapAttribution: '' });
    for (const address of ['tiles/{z}/{x}/{y}.png', 'style.json', 'world.pmtiles'].map(
      path => `https://maps.example.net/${path}`,
    ))
      expect(at(address)).toBe(address);
    for (const wrong of [
      'maps',
      'https://{z}.example.net/{x}/{y}.png',
      'https://maps.example.net/tiles/{z}.png',
    ])
      expect(() => at(wrong)).toThrow(/MAP_URL must be an address like/);
  });

  it('plays a folder without the demo, ten seconds an item unless said otherwise', () => {
    expect(readConfig(['--play', dir], {})).toMatchObject({ demo: 'off', play: { dir, seconds: 10 } });
    expect(readConfig(['--play', dir, '--seconds', '1'], {}).play?.seconds).toBe(1);
  });

  it('brings no demo into a database of one’s own unless asked to', () => {
    const env = { DATABASE_URL: 'postgres://wayside@127.0.0.1:5432/signage' };
    expect(readConfig([], env).demo).toBe('off');
    expect(readConfig(['--demo', 'static'], env).demo).toBe('static');
  });

  it.each([
    [['--port', '80a'], {}, /--port \/ PORT must be a whole number from 0 to 65535, not "80a"/],
    [['--port', '70000'], {}, /0 to 65535/],
    [['--seconds', '5'], {}, /--seconds belongs to --play/],
    [['--play', '/does/not/exist'], {}, /--play needs a folder of images and videos/],
    [['--tls-cert', 'a.pem'], {}, /belong together/],
    [['--tls-cert', 'missing.pem', '--tls-key', 'missing.key'], {}, /there is no file "missing.pem"/],
    [['--demo', 'maybe'], {}, /--demo must be one of on, static, off/],
    [['--colour'], {}, /Known flags: --port/],
    [[], { DATABASE_URL: 'mysql://localhost/x' }, /DATABASE_URL must look like postgres:\/\//],
    [[], { DATABASE_URL: 'not an address' }, /DATABASE_URL must look like postgres:\/\//],
    [[], { DATABASE_URL: 'postgres://localhost' }, /DATABASE_URL names no database/],
    [[], { PUBLIC_URL: 'signage.example.net' }, /PUBLIC_URL must be an address like https:/],
    [[], { TRUST_PROXY: 'yes' }, /must be one of off, on/],
    [[], { WAYSIDE_SECRET: 'short' }, /WAYSIDE_SECRET must be 64 hexadecimal digits/],
    [[], { SUPPORT_EMAIL: 'help"@x.example' }, /SUPPORT_EMAIL must be an address like/],
    [[], { LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of/],
  ])('refuses %j with %j in words', (argv, env, text) => {
    expect(() => readConfig(argv, env)).toThrow(ConfigError);
    expect(() => readConfig(argv, env)).toThrow(text);
  });
});
