/** The part of `npm run dev` that starts anew when server code changes: no build, the pages come from Vite. */
import { readConfig } from './config.ts';
import { serve } from './index.ts';

await serve(readConfig(process.argv.slice(2), process.env));
