/** `npm run docs`: writes what is made of the contract and the locales; test/docs.test.ts says when it is stale. */
import { writeFileSync } from 'node:fs';
import { accessDoc, FILE } from './accessDoc.ts';
import { TEXTS_FILE, textsFile } from './texts.ts';

writeFileSync(FILE, accessDoc());
writeFileSync(TEXTS_FILE, textsFile());
