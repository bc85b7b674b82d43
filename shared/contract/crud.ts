/** The calls every resource has (contract §0): list, read, make, change, delete, restore. */
import * as z from 'zod/mini';
import { endpoint, type Schema } from './endpoint.ts';
import type { Area } from './access.ts';
import { byId, listOf, listQuery } from './wire.ts';

interface Shape<R extends Schema, C extends Schema, P extends Schema> {
  path: string;
  area: Area;
  row: R;
  create: C;
  patch: P;
}

export const list = <R extends Schema>(path: string, area: Area, row: R) =>
  endpoint({
    method: 'GET',
    path,
    access: { who: 'user', area, level: 'R' },
    summary: `List ${path.slice(5)}`,
    query: listQuery,
    answer: listOf(row),
  });
export const read = <R extends Schema>(path: string, area: Area, row: R) =>
  endpoint({
    method: 'GET',
    path: `${path}/:id`,
    access: { who: 'user', area, level: 'R' },
    summary: `One of ${path.slice(5)}`,
    params: byId,
    answer: row,
  });
export const create = <R extends Schema, C extends Schema>(path: string, area: Area, row: R, body: C) =>
  endpoint({
    method: 'POST',
    path,
    access: { who: 'user', area, level: 'W' },
    summary: `Make one of ${path.slice(5)}`,
    body,
    answer: row,
  });
export const patch = <R extends Schema, P extends Schema>(path: string, area: Area, row: R, body: P) =>
  endpoint({
    method: 'PATCH',
    path: `${path}/:id`,
    access: { who: 'user', area, level: 'W' },
    summary: `Change one of ${path.slice(5)}`,
    params: byId,
    body,
    answer: row,
    versioned: true,
  });
/** DELETE is soft for 30 days; 409 IN_USE names where. */
export const remove = (path: string, area: Area) =>
  endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    access: { who: 'user', area, level: 'W' },
    summary: `Delete one of ${path.slice(5)}`,
    params: byId,
    versioned: true,
  });
/** A verb on one row: `POST /x/:id/verb`. */
export const verb = <R extends Schema, B extends Schema>(
  path: string,
  name: string,
  area: Area,
  row: R,
  body: B,
) =>
  endpoint({
    method: 'POST',
    path: `${path}/:id/${name}`,
    access: { who: 'user', area, level: 'W' },
    summary: `${name} one of ${path.slice(5)}`,
    params: byId,
    body,
    answer: row,
  });

export const crud = <R extends Schema, C extends Schema, P extends Schema>(s: Shape<R, C, P>) => ({
  list: list(s.path, s.area, s.row),
  read: read(s.path, s.area, s.row),
  create: create(s.path, s.area, s.row, s.create),
  patch: patch(s.path, s.area, s.row, s.patch),
  remove: remove(s.path, s.area),
  restore: verb(s.path, 'restore', s.area, s.row, z.strictObject({})),
});
