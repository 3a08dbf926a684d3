/** The arrows of docs/architecture.md, as rules: type-only imports count as well. */

const room = (name) => `^src/main/${name}/`;
const API = "^src/service-api/";
const IPC = "^src/ipc/";
const CORE = "^src/core/";
const TEXT = "^src/text/";
const PORTS = "^src/main/(ports|capped-body|settings-schema)\\.ts$";

/** Stages of the core, in their order: each may import itself and those before it. */
const STAGES = [
	"format",
	"chain",
	"fiat",
	"powers",
	"identities",
	"match",
	"journal",
	"decode",
	"published-descriptors",
	"decoded-transaction",
	"simulate",
	"signed",
	"effects",
	"describe",
	"typed-intent",
	"risk",
	"signed-messages",
	"device",
	"rules",
	"review",
	"activity",
	"saved-review",
];

const stages = STAGES.map((name, at) => ({
	name: `core-${name}`,
	comment: `${name} may import only the stages before it`,
	severity: "error",
	from: { path: `^src/core/${name}/` },
	to: {
		path: "^src/",
		pathNot: [API, "^src/core/[^/]+\\.ts$", ...STAGES.slice(0, at + 1).map((stage) => `^src/core/${stage}/`)],
	},
}));

/** Rooms of main that serve the features, and what each may import besides itself, the core and the service's records. */
const infrastructure = {
	chains: [PORTS],
	service: [PORTS],
	storage: [PORTS],
};

const rooms = Object.entries(infrastructure).map(([name, allowed]) => ({
	name: `room-${name}`,
	comment: `${name} may import only what its row of the table names`,
	severity: "error",
	from: { path: room(name) },
	to: { path: "^src/", pathNot: [room(name), API, CORE, ...allowed] },
}));

/** Features of main, in their order: each may import itself and those before it. */
const FEATURES = [
	"networks",
	"wallet",
	"sign-in",
	"address-book",
	"integrity",
	"rules",
	"settings",
	"conversations",
	"inbox",
	"reviewing",
	"signing",
	"activity",
	"powers",
	"home",
	"send",
	"catalog",
	"billing",
	"updates",
	"support",
	"setup",
];

/** Stored proposals, which the inbox shows and `explain` reads. The rest of the agents is a feature. */
const PROPOSALS = "^src/main/agents/proposals\\.ts$";

/** What stands below all of them. */
const BELOW = ["^src/main/[^/]+\\.ts$", PROPOSALS, ...["chains", "service", "storage", "views"].map(room)];

const features = FEATURES.map((name, at) => ({
	name: `feature-${name}`,
	comment: `${name} may import only infrastructure and the features before it`,
	severity: "error",
	from: { path: room(name) },
	to: { path: "^src/main/", pathNot: [...BELOW, ...FEATURES.slice(0, at + 1).map(room)] },
}));

/** Adapters and codecs that only some rooms may use. */
const onlyIn = [
	{
		name: "electron",
		path: "^(node_modules/)?electron(/|$)",
		from: "^src/main/(desktop/|programs/|index\\.ts)|^src/preload/|^test/",
	},
	{ name: "electron-store", path: "electron-store", from: "^src/main/desktop/|^test/" },
	{
		name: "react",
		path: "^node_modules/(react|react-dom|radix-ui|lucide-react)/",
		from: "^src/renderer/|^test/",
	},
	{
		name: "node-in-windows",
		path: "^(node:|fs$|path$|child_process$)",
		from: "^src/(main|vault|ledger-process|agents-process|verify|conformance|explain)/|^test/",
	},
	{ name: "mcp", path: "^node_modules/@modelcontextprotocol/", from: "^src/agents-process/|^test/" },
	{ name: "ledgerjs", path: "^node_modules/(@ledgerhq|node-hid|usb)/", from: "^src/ledger-process/|^test/" },
];

module.exports = {
	forbidden: [
		{
			name: "no-circles",
			comment: "of types neither, nor among the tests",
			severity: "error",
			from: { path: "^(src|test)/" },
			to: { circular: true },
		},
		{
			name: "core-is-pure",
			comment: "no process, no store, no clock; of the service its records alone",
			severity: "error",
			from: { path: CORE },
			to: {
				path: "^src/|^node_modules/|^node:",
				pathNot: [
					CORE,
					API,
					"^(node:)?crypto$",
					"^node_modules/(viem|canonicalize|zod|@noble/(hashes|curves)|@scure/base|@solana/web3\\.js|@types/|@ethersproject|abitype)",
				],
			},
		},
		...stages,
		{
			name: "risk-reads-effects",
			comment: "findings weigh effects and facts of a step; nothing is decoded or simulated again",
			severity: "error",
			from: { path: "^src/core/risk/" },
			to: { path: "^src/core/(decode|simulate)/" },
		},
		{
			name: "match-has-few-packages",
			severity: "error",
			from: { path: "^src/core/(match|journal|format)/" },
			to: {
				path: "^node_modules/|^node:",
				pathNot: ["^node_modules/(viem|canonicalize|zod|@noble/(hashes|curves)|@scure/base)/"],
			},
		},
		{
			name: "text-knows-codes",
			severity: "error",
			from: { path: TEXT },
			to: { path: "^src/", pathNot: ["^src/(text|core)/"] },
		},
		{
			name: "service-api-zod-only",
			severity: "error",
			from: { path: API },
			// Refusals of what the interface does not name are told as messages.
			to: { pathNot: [API, "^src/core/localized-text.ts$", "^node_modules/zod/"] },
		},
		{
			name: "ipc-records-only",
			severity: "error",
			from: { path: IPC },
			to: { pathNot: [IPC, API, CORE, "^node_modules/zod/"] },
		},
		...rooms,
		...features,
		{
			name: "views-below-features",
			comment: "what several features draw: none of them is known to it",
			severity: "error",
			from: { path: room("views") },
			to: { path: "^src/main/", pathNot: [room("views"), PORTS] },
		},
		{
			name: "main-root-is-shared",
			comment: "what stands beside the features knows none of them",
			severity: "error",
			from: {
				path: "^src/main/(capped-body|events|guarded-clock|handlers|ports|settings-schema|trusted-window|window-route)\\.ts$",
			},
			to: {
				path: "^src/main/",
				pathNot: [...Object.keys(infrastructure).map(room), "^src/main/[^/]+\\.ts$"],
			},
		},
		{
			name: "verify",
			comment: "the checking tool: no chain, no service, no store that is open",
			severity: "error",
			from: { path: "^src/verify/" },
			to: { path: "^src/", pathNot: ["^src/(verify|service-api|core|text)/"] },
		},
		{
			name: "conformance",
			comment: "a program of its own: the interface's words, texts and Node, nothing else of the app",
			severity: "error",
			from: { path: "^src/conformance/" },
			to: {
				path: "^src/|^node_modules/",
				pathNot: ["^src/(conformance|core|service-api|text)/", "^node_modules/@types/node/"],
			},
		},
		{
			name: "explain",
			comment: "a program of its own over the app's review: no store, no signer, no service, no window",
			severity: "error",
			from: { path: "^src/explain/" },
			to: {
				path: "^src/",
				pathNot: [
					"^src/(explain|service-api|core|text)/",
					"^src/main/(chains|reviewing|rules)/",
					"^src/main/inbox/(entries/entry|requests/(frozen-requests|requests|deduplication-checks))\\.ts$",
					// Types alone.
					"^src/main/(address-book/contacts|conversations/session-types)\\.ts$",
					"^src/main/(events|service/strict-json)\\.ts$",
					PROPOSALS,
					PORTS,
				],
			},
		},
		{
			name: "descriptors-loaded-by-main",
			comment: "half a megabyte of data: of no use to the vault and the windows",
			severity: "error",
			from: {
				path: "^src/",
				pathNot: [
					"^src/main/(app|reviewing)/",
					"^src/explain/",
					"^src/verify/index\\.ts$",
					"/erc7730/load\\.ts$",
				],
			},
			to: { path: "^src/core/published-descriptors/erc7730/(load\\.ts|data\\.(d\\.json\\.ts|json))$" },
		},
		{
			name: "vault-small",
			severity: "error",
			from: { path: "^src/vault/" },
			to: {
				path: "^src/|^node_modules/",
				pathNot: [
					"^src/vault/",
					API,
					"^src/core/([^/]+\\.ts$|(format|match)/)",
					"^node_modules/(zod|canonicalize|viem|micro-key-producer|@noble/|@scure/)",
				],
			},
		},
		{
			name: "ledger-small",
			comment: "the device process knows the words of the service's chain families, and nothing of main",
			severity: "error",
			from: { path: "^src/ledger-process/" },
			to: { path: "^src/", pathNot: ["^src/ledger-process/", API, CORE] },
		},
		{
			name: "agents-small",
			comment:
				"the agents process parses what programs send, and imports from the core only what ties a child process to main",
			severity: "error",
			from: { path: "^src/agents-process/" },
			to: {
				path: "^src/|^node_modules/",
				pathNot: [
					"^src/agents-process/",
					"^src/core/(parent-(watch|port)|same-secret)\\.ts$",
					"^node_modules/(zod|@modelcontextprotocol/(server|core)|@types)/",
				],
			},
		},
		{
			name: "preload-ipc-only",
			severity: "error",
			from: { path: "^src/preload/" },
			to: { path: "^src/", pathNot: ["^src/preload/", IPC, CORE] },
		},
		{
			name: "renderer-ipc-only",
			severity: "error",
			from: { path: "^src/renderer/" },
			to: { path: "^src/", pathNot: ["^src/renderer/", IPC, "^src/(core|text)/"] },
		},
		{
			name: "renderer-no-schemas",
			comment:
				"of the commands a window needs types, and few values: a schema brings zod into what is read first",
			severity: "error",
			from: { path: "^src/renderer/" },
			to: {
				path: [IPC, "^src/core/localized-text-schema.ts$"],
				pathNot: "^src/ipc/(values|topics|apply-push|patch|inbox-order)\\.ts$",
				dependencyTypesNot: ["type-only"],
			},
		},
		{
			name: "desktop-on-top",
			comment: "nothing below may know the desktop",
			severity: "error",
			from: { path: "^src/(?!main/(desktop/|programs/|index\\.ts))" },
			to: { path: room("desktop") },
		},
		{
			name: "desktop-ipc-and-countersign",
			severity: "error",
			from: { path: room("desktop") },
			to: {
				path: "^src/",
				pathNot: [
					room("desktop"),
					IPC,
					"^src/(core|text)/",
					"^src/main/(countersign|countersign-types|ports|settings-schema)\\.ts$",
				],
			},
		},
		{
			name: "app-composes",
			comment: "nothing below knows what puts it together",
			severity: "error",
			from: { path: "^src/(?!main/(app/|desktop/|programs/|(index|countersign)\\.ts))" },
			to: { path: "^src/main/(app/|countersign\\.ts$|index\\.ts$)" },
		},
		{
			name: "entry-on-top",
			comment: "the entry alone chooses which program runs",
			severity: "error",
			from: { path: "^src/(?!main/(programs/|index\\.ts))" },
			to: { path: "^src/main/(programs/|index\\.ts$)" },
		},
		{
			name: "tests-tell-by-codes",
			comment: "tests read sentences only where those are made: the catalogue, the renderer, the verifier",
			severity: "error",
			from: {
				path: "^test/(unit|integration|faults|support)/",
				pathNot: ["^test/unit/(text|renderer|verify)/", "^test/support/pseudo\\.ts$", "^test/faults/built/"],
			},
			to: { path: "^src/text/" },
		},
		{ name: "no-tests-in-src", severity: "error", from: { path: "^src/" }, to: { path: "^test/" } },
		...onlyIn.map((rule) => ({
			name: `only-${rule.name}`,
			severity: "error",
			from: { path: "^src/", pathNot: rule.from },
			to: { path: rule.path },
		})),
	],
	options: {
		doNotFollow: { path: "node_modules" },
		tsConfig: { fileName: "tsconfig.json" },
		tsPreCompilationDeps: true,
		enhancedResolveOptions: { extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs", ".json"] },
	},
};
