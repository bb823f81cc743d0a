/**
 * Script of the page that verifies reports. Files and signatures stay in the browser: the only request fetches the
 * public keys. The digest of a JSON report is computed over its canonical JSON, equal to the output of
 * `toCanonicalJson`.
 */
export const VERIFY_SCRIPT = `'use strict';
const WORDS = JSON.parse(document.getElementById('words').textContent);
const BYTES_MAX = 64 * 1024 * 1024;
const JWS = /^[\\w-]+\\.[\\w-]+\\.[\\w-]+$/;
const KINDS = { 'screening-report+jws': 'screening', 'socioeconomic-report+jws': 'socioeconomic' };
const byId = (id) => document.getElementById(id);

let language = navigator.language.toLowerCase().startsWith('es') ? 'es' : 'en';
let files = [];
let run = 0;
let keys;

const translate = (name, values = {}) =>
  WORDS[language][name].replace(/\\{(\\w+)\\}/g, (_, key) => values[key] ?? '');

function showLanguage() {
  document.documentElement.lang = language;
  document.title = translate('title');
  for (const element of document.querySelectorAll('[data-word]'))
    element.textContent = translate(element.dataset.word);
}

async function loadKeys() {
  const reply = await fetch(document.body.dataset.keys, { credentials: 'omit' });
  if (!reply.ok) throw new Error('noKeys');
  return await reply.json();
}

const fromBase64 = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));
const parseBase64 = (text) => JSON.parse(new TextDecoder().decode(fromBase64(text)));
const toHex = (buffer) =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
const computeDigest = async (bytes) => toHex(await crypto.subtle.digest('SHA-256', bytes));

function sorted(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The report in a JSON text: alone, with its signature, or in a response of v4. */
function findReport(value) {
  if (!isObject(value)) return undefined;
  if (typeof value.kind === 'string' && value.kind.endsWith('-report')) return { report: value };
  const holder = isObject(value.data) ? value.data : value;
  return isObject(holder.report) ? { report: holder.report, signature: holder.signature } : undefined;
}

async function readFile(file) {
  const name = file.name;
  if (file.size > BYTES_MAX) return { name, isTooLarge: true };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = bytes[0] === '%'.charCodeAt(0) ? '' : new TextDecoder().decode(bytes).trim();
  if (JWS.test(text)) return { name, signatures: [text] };
  try {
    const holder = findReport(JSON.parse(text));
    if (holder !== undefined) {
      const stable = new TextEncoder().encode(JSON.stringify(sorted(holder.report)));
      const signatures = typeof holder.signature === 'string' ? [holder.signature] : [];
      return { name, format: 'json', sha256: await computeDigest(stable), signatures };
    }
  } catch {
    // Not JSON, or JSON nested too deeply for a report: the digest is that of the bytes.
  }
  return { name, format: 'pdf', sha256: await computeDigest(bytes), signatures: [] };
}

async function isSignedBy({ kty, crv, x, y }, data, signature) {
  const isCurve = kty === 'EC' && crv === 'P-256';
  if (!isCurve && !(kty === 'OKP' && crv === 'Ed25519')) return false;
  const keyAlgorithm = isCurve ? { name: 'ECDSA', namedCurve: 'P-256' } : { name: 'Ed25519' };
  const jwk = isCurve ? { kty, crv, x, y } : { kty, crv, x };
  const key = await crypto.subtle.importKey('jwk', jwk, keyAlgorithm, false, ['verify']);
  const algorithm = isCurve ? { name: 'ECDSA', hash: 'SHA-256' } : { name: 'Ed25519' };
  return await crypto.subtle.verify(algorithm, key, signature, data);
}

/** Returns the state of a signature and, when it is authentic or revoked, its payload. */
async function readSignature(text) {
  try {
    const [head, payload, signature] = text.split('.');
    const { kid, typ } = parseBase64(head);
    const kind = KINDS[typ];
    const isRevoked = keys.revoked.some((key) => key.kid === kid);
    const key = [...keys.keys, ...keys.revoked].find((candidate) => candidate.kid === kid);
    if (kind === undefined || key === undefined) return { state: 'foreign' };
    const data = new TextEncoder().encode(head + '.' + payload);
    if (!(await isSignedBy(key, data, fromBase64(signature)))) return { state: 'foreign' };
    return { state: isRevoked ? 'revoked' : 'signed', kid, kind, ...parseBase64(payload) };
  } catch (error) {
    return { state: error.name === 'NotSupportedError' ? 'unsupported' : 'foreign' };
  }
}

function toVerdict(file, signatures) {
  const good = signatures.filter(({ state }) => state === 'signed');
  const same = signatures.find(({ sha256, state }) => sha256 === file.sha256 && state !== 'foreign');
  if (same !== undefined) return { state: same.state === 'signed' ? 'valid' : same.state, by: same };
  const sameFormat = good.find(({ format }) => format === file.format);
  if (sameFormat !== undefined) return { state: 'altered', by: sameFormat };
  if (good.length > 0) return { state: 'other', by: good[0] };
  return { state: signatures[0]?.state ?? 'unsigned' };
}

function addCard(state, { text, statement }) {
  const card = document.createElement('article');
  card.className = 'card ' + state;
  const title = document.createElement('h3');
  title.textContent = translate(state);
  card.append(title);
  if (text !== undefined) card.append(Object.assign(document.createElement('p'), { textContent: text }));
  if (statement !== undefined) card.append(renderFacts(statement));
  byId('results').append(card);
}

function renderFacts({ kind, report, service, format, sha256, kid }) {
  const list = document.createElement('dl');
  const facts = { kind: translate(kind), report, service, format: format.toUpperCase(), sha256, key: kid };
  for (const [name, value] of Object.entries(facts)) {
    list.append(Object.assign(document.createElement('dt'), { textContent: translate(name) }));
    list.append(Object.assign(document.createElement('dd'), { textContent: String(value) }));
  }
  return list;
}

const findText = (state, file) =>
  WORDS[language][state + 'Text'] === undefined ? undefined : translate(state + 'Text', { file });

function showMessage(name, values) {
  const text = Object.assign(document.createElement('p'), { textContent: translate(name, values) });
  byId('results').replaceChildren(text);
}

async function verify() {
  const ownRun = ++run;
  const typedTexts = byId('signature').value.split(/\\s+/).filter((text) => text !== '');
  if (files.length === 0 && typedTexts.length === 0) return showMessage('nothing');
  if (crypto.subtle === undefined) return showMessage('insecure');
  showMessage('working');
  try {
    keys ??= await loadKeys();
  } catch {
    return showMessage('noKeys');
  }
  const read = await Promise.all(files.map(readFile));
  const texts = new Set([...typedTexts, ...read.flatMap((file) => file.signatures ?? [])]);
  const signatures = await Promise.all(Array.from(texts, readSignature));
  if (ownRun !== run) return;
  byId('results').replaceChildren();
  if (signatures.some(({ state }) => state === 'unsupported')) return showMessage('unsupported');
  const documents = read.filter(({ sha256 }) => sha256 !== undefined);
  for (const { name } of read.filter((file) => file.isTooLarge)) showMessage('tooLarge', { file: name });
  for (const file of documents) {
    const { state, by } = toVerdict(file, signatures);
    addCard(state, { text: findText(state, file.name), statement: by });
  }
  if (documents.length > 0) return;
  for (const signature of signatures) {
    const { state } = signature;
    addCard(state, { text: findText(state), statement: state === 'foreign' ? undefined : signature });
  }
}

function setFiles(list) {
  files = Array.from(list);
  void verify();
}

const drop = document.querySelector('.drop');
byId('file').addEventListener('change', (event) => setFiles(event.target.files));
byId('signature').addEventListener('input', () => void verify());
byId('language').addEventListener('click', () => {
  language = language === 'es' ? 'en' : 'es';
  showLanguage();
  void verify();
});
for (const type of ['dragover', 'drop', 'dragleave'])
  document.addEventListener(type, (event) => {
    event.preventDefault();
    drop.classList.toggle('over', type === 'dragover');
    if (type === 'drop') setFiles(event.dataTransfer.files);
  });
function readHash() {
  const text = location.hash.slice(1);
  if (JWS.test(text)) byId('signature').value = text;
  void verify();
}
window.addEventListener('hashchange', readHash);
showLanguage();
readHash();
`;
