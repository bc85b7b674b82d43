/** Attestation statements that nobody asked for: one of the new key itself, and one with certificates that anybody can make. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { Attested } from './softwareKey.ts';

const hex = (text: string) => Buffer.from(text, 'hex');
const lengthOf = (n: number) =>
  n < 128 ? Buffer.from([n]) : n < 256 ? Buffer.from([0x81, n]) : Buffer.from([0x82, n >> 8, n & 0xff]);
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) =>
  Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 0xff]), bytes]);
/** CBOR: "fmt": fmt, "attStmt": {"alg": -7, …}. */
const statement = (fmt: string, entries: number, ...rest: Buffer[]) =>
  Buffer.concat([
    ...[cborText('fmt'), cborText(fmt), cborText('attStmt'), Buffer.from([0xa0 | entries])],
    ...[cborText('alg'), hex('26'), ...rest],
  ]);
const signature = ({ data, hash, privateKey }: Attested) =>
  Buffer.concat([cborText('sig'), cborBytes(sign('sha256', Buffer.concat([data, hash]), privateKey))]);

export const selfSigned = (attested: Attested) => statement('packed', 2, signature(attested));

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const octets = (bytes: Buffer) => der(0x04, bytes);
const oid = (encoded: string) => der(0x06, hex(encoded));
const utcTime = (text: string) => der(0x17, Buffer.from(text));
const named = (name: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));
/** A list of revoked certificates is at this address. */
const revokedAt = (url: string) =>
  sequence(oid('551d1f'), octets(sequence(sequence(der(0xa0, der(0xa0, der(0x86, Buffer.from(url))))))));
/** What the keystore of Android says of the key: made for this challenge. */
const keyDescription = (hash: Buffer) =>
  sequence(
    oid('2b06010401d679020111'),
    octets(
      sequence(
        ...[hex('020103'), hex('0a0101'), hex('020104'), hex('0a0101')],
        ...[octets(hash), octets(Buffer.alloc(0)), sequence(), sequence()],
      ),
    ),
  );

interface Issued {
  serial: number;
  subject: string;
  key: KeyObject;
  issuer: string;
  by: KeyObject;
  extensions?: Buffer[];
}
function certificate({ serial, subject, key, issuer, by, extensions = [] }: Issued): Buffer {
  const body = sequence(
    ...[der(0xa0, hex('020102')), der(0x02, Buffer.from([serial])), ECDSA_SHA256, named(issuer)],
    ...[sequence(utcTime('200101000000Z'), utcTime('491231235959Z')), named(subject)],
    key.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [der(0xa3, sequence(...extensions))] : []),
  );
  return sequence(body, ECDSA_SHA256, der(0x03, hex('00'), sign('sha256', body, by)));
}

/** Of format `android-key`, right in all but its root, which is nobody's. */
export const certified = (url: string) => (attested: Attested) => {
  const root = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = 'Root';
  const by = root.privateKey;
  const extensions = [revokedAt(url), keyDescription(attested.hash)];
  const leaf = certificate({ serial: 2, subject: 'Key', key: attested.publicKey, issuer, by, extensions });
  const top = certificate({ serial: 1, subject: issuer, key: root.publicKey, issuer, by });
  const chain = [cborText('x5c'), hex('82'), cborBytes(leaf), cborBytes(top)];
  return statement('android-key', 3, signature(attested), ...chain);
};
