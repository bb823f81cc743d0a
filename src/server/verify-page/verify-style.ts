/** Style of the page for verifying reports. */
export const VERIFY_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; }
h1 { font-size: 1.6rem; margin: 0; }
h2 { font-size: 1.15rem; }
h3 { font-size: 1rem; margin: 0; }
button { font: inherit; padding: .25rem .75rem; }
.drop { display: block; border: 2px dashed #6b7684; border-radius: .5rem; padding: 2rem 1rem; text-align: center; cursor: pointer; }
.drop.over, .drop:focus-within { border-color: #1f6feb; outline: 2px solid #1f6feb; }
.drop input { display: block; margin: .75rem auto 0; max-width: 100%; }
textarea { width: 100%; box-sizing: border-box; min-height: 6rem; font: .8rem/1.4 ui-monospace, monospace; }
.hint { font-size: .875rem; opacity: .85; margin: .25rem 0 0; }
.card { border: 1px solid #b8bec6; border-left: .5rem solid #6b7684; border-radius: .25rem; padding: .75rem 1rem; margin: .75rem 0; }
.card.valid, .card.signed { border-left-color: #1e6b3a; }
.card.altered, .card.foreign, .card.revoked { border-left-color: #9b1c1c; }
.card p { margin: .25rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .5rem 0 0; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
`;
