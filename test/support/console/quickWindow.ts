/**
 * What takes a test of the console its time is asking jsdom the same again and again: each role and each label that is
 * looked for asks every element for its style and its labels, and each try of a wait wrote the whole page down for an
 * error that nobody reads. Here are the same answers by shorter ways.
 */
import { configure, getConfig } from '@testing-library/react';
import * as React from 'react';

/** React counts down what it may spend on the stack of each element; nothing here reads those stacks. */
function leaveOutOwnerStacks(): void {
  const internals = Reflect.get(
    React,
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  ) as object;
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.MAX_SAFE_INTEGER,
    set: () => undefined,
  });
}

/**
 * Screens are loaded when they are opened, the first time they are compiled as well, and the machine may be busy. What a
 * failing try says meanwhile is short: only the last one is reported, and its page with it.
 */
const WAIT_MS = 15_000;
const writeDown = getConfig().getElementError;
function waitLongAndSayLess(): void {
  configure({
    asyncUtilTimeout: WAIT_MS,
    getElementError(message, container) {
      const isWaiting = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') as boolean;
      if (!isWaiting) return writeDown(message, container);
      const error = new Error(message ?? '');
      error.name = 'TestingLibraryElementError';
      return error;
    },
  });
}

type Labelled = HTMLElement & { type?: string };
const LABELLED = [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLMeterElement,
  HTMLOutputElement,
  HTMLProgressElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
];

function isLabelOf(label: HTMLLabelElement, control: Labelled, id: string): boolean {
  const wanted = label.getAttribute('for');
  if (wanted === null) return label.contains(control) && label.control === control;
  return wanted !== '' && wanted === id && label.control === control;
}
function labelsOf(control: Labelled): HTMLLabelElement[] | null {
  if (control.type === 'hidden' && control instanceof HTMLInputElement) return null;
  const root = control.getRootNode();
  const labels: Iterable<HTMLLabelElement> =
    root instanceof Document
      ? root.getElementsByTagName('label')
      : root instanceof Element || root instanceof DocumentFragment
        ? root.querySelectorAll('label')
        : [];
  const { id } = control;
  return Array.from(labels).filter(label => isLabelOf(label, control, id));
}
/** jsdom looks through the whole page for the control of each label, for each control. */
function findLabelsByTheirTarget(): void {
  for (const { prototype } of LABELLED)
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      get(this: Labelled) {
        return labelsOf(this);
      },
    });
}

/** What the browser's own sheet shows of these depends on more than their tag. */
const UNLIKE = /^(?:details|dialog|embed|noscript|slot|summary)$/;
/** An attribute of style that speaks of what is seen. */
const SEEN = /display|visibility|\ball\b/;
/** A rule of what an element has before, after or around it: of the element itself it says nothing. */
const OF_PARTS = /^[^{,]*::[^{,]*\{/;
const isStyled = (element: Element) => SEEN.test(element.getAttribute('style') ?? '');
const computed = window.getComputedStyle.bind(window);
/** Of each tag, and each type of input, once it was asked for. */
const displays = new Map<string, string>();

/** Does a sheet of the page itself say what is seen? One that gets another rule is read again. */
const read = new WeakMap<CSSStyleSheet, { rules: number; hides: boolean }>();
function hides(sheet: CSSStyleSheet): boolean {
  const rules = sheet.cssRules.length;
  const before = read.get(sheet);
  if (before?.rules === rules) return before.hides;
  const isOfElements = ({ cssText }: CSSRule) => SEEN.test(cssText) && !OF_PARTS.test(cssText);
  const found = Array.from(sheet.cssRules).some(isOfElements);
  read.set(sheet, { rules, hides: found });
  return found;
}
function isPlain(element: Element): boolean {
  const { styleSheets } = element.ownerDocument;
  for (let n = 0; n < styleSheets.length; n++) if (hides(styleSheets[n]!)) return false;
  return true;
}

function displayOf(element: Element): string {
  const { localName } = element;
  const isAlike =
    !UNLIKE.test(localName) && !element.hasAttribute('hidden') && !element.hasAttribute('popover');
  if (!isAlike || isStyled(element)) return computed(element).display;
  const type = localName === 'input' ? element.getAttribute('type') : null;
  const tag = `${element.namespaceURI} ${localName} ${type}`;
  let display = displays.get(tag);
  if (display === undefined) displays.set(tag, (display = computed(element).display));
  return display;
}
/** It is inherited, and the browser's own sheet sets it on hidden parts of tables only. */
function visibilityOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement)
    if (at.hasAttribute('hidden') || isStyled(at)) return computed(element).visibility;
  return 'visible';
}
/** jsdom matches each rule of the browser's sheet with each element, and of each element with all above it. */
function askStylesBriefly(): void {
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || !isPlain(element)) return computed(element, pseudo);
    const valueOf = (name: string | symbol) => {
      if (name === 'display') return displayOf(element);
      if (name === 'visibility') return visibilityOf(element);
      return undefined;
    };
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        const brief = valueOf(name);
        if (brief !== undefined) return brief;
        if (name === 'getPropertyValue')
          return (property: string) => valueOf(property) ?? computed(element).getPropertyValue(property);
        const style = computed(element);
        const value: unknown = Reflect.get(style, name, style);
        return typeof value === 'function' ? (value.bind(style) as unknown) : value;
      },
    });
  };
}

leaveOutOwnerStacks();
waitLongAndSayLess();
findLabelsByTheirTarget();
askStylesBriefly();
