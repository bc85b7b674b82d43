/** The part of `npm run dev` that restarts when server code changes; pages come from Vite. */
import { readConfig } from '../context/config.ts';
import { serve } from '../app/index.ts';

await serve(readConfig(process.argv.slice(2), process.env));
