/** Every entity and endpoint of the contract, collected from its files, so that new files are included automatically. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '../../shared/contract/wire/endpoint.ts';
import { bulkOf, endpointsOf, type Entity } from '../../shared/contract/wire/entity.ts';

const FOLDER = join(import.meta.dirname, '../../shared/contract');

const has = (value: unknown, key: string) => typeof value === 'object' && value !== null && key in value;
const isEndpoint = (value: unknown): value is Endpoint => has(value, 'method') && has(value, 'path');
const isEntity = (value: unknown): value is Entity => has(value, 'listOptions') && has(value, 'list');
/** A section of settings has two endpoints, and those of its drafts. */
const isSection = (value: unknown): value is { read: Endpoint; patch: Endpoint } =>
  !isEntity(value) && has(value, 'read') && has(value, 'patch');

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'));
const modules = await Promise.all(
  files.sort().map(name => import(join(FOLDER, name)) as Promise<Record<string, unknown>>),
);
const values = modules.flatMap(module => Object.values(module));

export const entities: readonly Entity[] = values.filter(isEntity);
export const endpoints: readonly Endpoint[] = [
  ...values.filter(isEndpoint),
  ...values.filter(isSection).flatMap(section => Object.values(section).filter(isEndpoint)),
  ...entities.flatMap(endpointsOf),
  ...entities.flatMap(entity => bulkOf(entity) ?? []),
];
