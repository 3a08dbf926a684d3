/** The import table of docs/architecture.md, as rules. A room may import itself, and what its row names. */

const MAIN = "^src/main/";
const room = (name) => `^src/main/${name}/`;

/** Rooms of main and what each may import, besides itself and node_modules. */
const table = {
	match: ["^src/contract/"],
	service: ["^src/contract/", "^src/main/ports\\.ts$"],
	// It tells the service's client what to send, in the client's own words.
	identity: [
		"^src/contract/",
		"^src/main/ports\\.ts$",
		"^src/main/service/(tokens|errors|error-words|body)\\.ts$",
		room("match"),
	],
	storage: ["^src/contract/"],
	chains: ["^src/contract/", "^src/main/ports\\.ts$"],
	policy: ["^src/contract/", room("storage")],
	// What can be put to a device is told before it is tried.
	review: [
		"^src/contract/",
		"^src/ledger/structured\\.ts$",
		room("match"),
		room("chains"),
		room("policy"),
		"^src/main/ports\\.ts$",
	],
	sessions: ["^src/contract/", room("service"), room("storage"), "^src/main/ports\\.ts$"],
	inbox: ["^src/contract/", room("sessions"), room("review"), room("storage"), "^src/main/ports\\.ts$"],
	signers: [
		"^src/contract/",
		room("storage"),
		room("match"),
		"^src/(vault|ledger)/protocol\\.ts$",
		"^src/main/ports\\.ts$",
	],
	accounts: [
		"^src/contract/",
		room("storage"),
		room("signers"),
		"^src/vault/protocol\\.ts$",
		"^src/main/ports\\.ts$",
	],
	signing: [
		"^src/contract/",
		room("match"),
		room("review"),
		room("policy"),
		room("signers"),
		room("storage"),
		room("chains"),
		"^src/main/ports\\.ts$",
	],
	app: ["^src/contract/", "^src/bridge/", "^src/ledger/protocol\\.ts$", `${MAIN}(?!desktop/|index)`],
	approval: ["^src/bridge/", room("review"), room("match"), "^src/main/ports\\.ts$"],
	views: ["^src/contract/", "^src/bridge/", `${MAIN}(?!desktop/)`],
};

/** Adapters and codecs that only some rooms may use. */
const onlyIn = [
	{
		name: "electron",
		path: "^(node_modules/)?electron(/|$)",
		from: "^src/main/(desktop/|index\\.ts)|^src/preload/|^test/",
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
		from: "^src/(main|vault|ledger|verify|conformance)/|^test/",
	},
	{ name: "ledgerjs", path: "^node_modules/(@ledgerhq|node-hid|usb)/", from: "^src/ledger/|^test/" },
];

const rooms = Object.entries(table).map(([name, allowed]) => ({
	name: `room-${name}`,
	comment: `${name} may import only what its row of the table names`,
	severity: "error",
	from: { path: room(name) },
	to: { path: "^src/", pathNot: [room(name), ...allowed] },
}));

module.exports = {
	forbidden: [
		{
			name: "no-circles",
			severity: "error",
			from: {},
			to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
		},
		{
			name: "contract-zod-only",
			severity: "error",
			from: { path: "^src/contract/" },
			to: { pathNot: ["^src/contract/", "^node_modules/zod/"] },
		},
		{
			name: "bridge-contract-only",
			severity: "error",
			from: { path: "^src/bridge/" },
			to: { pathNot: ["^src/bridge/", "^src/contract/", "^node_modules/zod/"] },
		},
		...rooms,
		{
			name: "verify",
			comment: "the checking tool: no chain, no service, no store that is open",
			severity: "error",
			from: { path: "^src/verify/" },
			to: {
				path: "^src/",
				pathNot: [
					"^src/(verify|contract)/",
					"^src/main/(match|review)/",
					"^src/main/storage/journal-(export|rows|types)\\.ts$",
				],
			},
		},
		{
			name: "conformance",
			comment: "a program of its own: the interface's words and Node, nothing of the app",
			severity: "error",
			from: { path: "^src/conformance/" },
			to: {
				path: "^src/|^node_modules/",
				pathNot: ["^src/(conformance|contract)/", "^node_modules/@types/node/"],
			},
		},
		{
			name: "match-pure",
			comment: "no client, no I/O, no clock, no storage",
			severity: "error",
			from: { path: room("match") },
			to: {
				path: "^node_modules/|^node:",
				pathNot: ["^node_modules/(viem|canonicalize|zod|@noble/(hashes|curves)|@scure/base)/"],
			},
		},
		{
			name: "vault-small",
			severity: "error",
			from: { path: "^src/vault/" },
			to: {
				path: "^src/|^node_modules/",
				pathNot: [
					"^src/vault/",
					"^src/contract/",
					room("match"),
					"^node_modules/(zod|canonicalize|viem|micro-key-producer|@noble/|@scure/)",
				],
			},
		},
		{
			name: "ledger-small",
			comment: "the device process knows the words of the service's chain families, and nothing of main",
			severity: "error",
			from: { path: "^src/ledger/" },
			to: { path: "^src/", pathNot: ["^src/ledger/", "^src/contract/"] },
		},
		{
			name: "preload-bridge-only",
			severity: "error",
			from: { path: "^src/preload/" },
			to: { path: "^src/", pathNot: ["^src/preload/", "^src/bridge/"] },
		},
		{
			name: "renderer-bridge-only",
			severity: "error",
			from: { path: "^src/renderer/" },
			to: { path: "^src/", pathNot: ["^src/renderer/", "^src/bridge/"] },
		},
		{
			name: "desktop-on-top",
			comment: "nothing below may know the desktop",
			severity: "error",
			from: { path: "^src/(?!main/(desktop/|index\\.ts))" },
			to: { path: room("desktop") },
		},
		{
			name: "desktop-bridge-and-countersign",
			severity: "error",
			from: { path: room("desktop") },
			to: {
				path: "^src/",
				pathNot: [room("desktop"), "^src/bridge/", "^src/main/(countersign|countersign-types|ports)\\.ts$"],
			},
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
