// Proves records by the browser's own check. Arguments: the bundled check, then a file that lists the records as JSON:
// [{ file, head }]. Prints one line of JSON for each.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const { prove } = await import(pathToFileURL(process.argv[2]).href);
for (const { file, head } of JSON.parse(readFileSync(process.argv[3], 'utf8'))) {
  const began = performance.now();
  let found;
  try {
    const proof = await prove(new Uint8Array(readFileSync(file)), head ? { heads: [head] } : {});
    found = { verdict: proof.verdict, sentence: proof.sentence };
  } catch (error) {
    found = { verdict: 'thrown', sentence: String(error?.stack ?? error) };
  }
  console.log(JSON.stringify({ file, ...found, ms: performance.now() - began }));
}
