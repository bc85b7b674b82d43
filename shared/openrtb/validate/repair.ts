/** Applies the repair of a finding to a payload; the payload given is left as it is. */
import { isObject, stepsOf } from '../json.ts';
import type { PatchStep } from './finding.ts';

type Parent = Record<string, unknown> | unknown[];
const asParent = (value: unknown): Parent | undefined =>
  Array.isArray(value) || isObject(value) ? (value as Parent) : undefined;

const child = (parent: Parent, step: string): unknown =>
  Array.isArray(parent) ? parent[Number(step)] : Object.hasOwn(parent, step) ? parent[step] : undefined;

/** The object or list that holds the last step; objects on the way are made if asked. */
function parentOf(root: unknown, steps: string[], isMade: boolean): Parent | undefined {
  let parent = asParent(root);
  for (const step of steps.slice(0, -1)) {
    if (parent === undefined) return undefined;
    if (isMade && !Array.isArray(parent) && child(parent, step) === undefined) set(parent, step, {});
    parent = asParent(child(parent, step));
  }
  return parent;
}

function set(parent: Parent, step: string, value: unknown): void {
  if (Array.isArray(parent)) parent[Number(step)] = value;
  // Never the prototype of the object.
  else Object.defineProperty(parent, step, { value, writable: true, enumerable: true, configurable: true });
}

function remove(parent: Parent, step: string): void {
  if (Array.isArray(parent)) parent.splice(Number(step), 1);
  else delete parent[step];
}

function put(root: unknown, path: string, value: unknown): unknown {
  const steps = stepsOf(path);
  if (steps.length === 0) return value;
  const parent = parentOf(root, steps, true);
  if (parent !== undefined) set(parent, steps.at(-1)!, value);
  return root;
}

function take(root: unknown, path: string): unknown {
  const steps = stepsOf(path);
  const parent = parentOf(root, steps, false);
  if (parent === undefined) return undefined;
  const value = child(parent, steps.at(-1)!);
  remove(parent, steps.at(-1)!);
  return value;
}

export function repaired(payload: unknown, steps: readonly PatchStep[]): unknown {
  return steps.reduce<unknown>((root, step) => {
    if (step.op === 'remove') {
      take(root, step.path);
      return root;
    }
    if (step.op !== 'move') return put(root, step.path, step.value);
    const value = take(root, step.from);
    return value === undefined ? root : put(root, step.path, value);
  }, structuredClone(payload));
}
