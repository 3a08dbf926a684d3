// What electron-builder does of a package: around our archive, which it takes as it is, an installer for Windows, a
// disk image for macOS, an AppImage for Linux. Signed where the release's secrets are there, and said where not.
import { join } from "node:path";
import { afterPack } from "../after-pack.ts";

const { COUNTERSIGN_DIST: dist, COUNTERSIGN_ELECTRON: electron, CSC_LINK, APPLE_API_KEY } = process.env;
if (dist === undefined || electron === undefined) throw new Error("Run by npm run package.");
const own = import.meta.dirname;
const signed = CSC_LINK !== undefined && CSC_LINK !== "";

export default {
	appId: "app.countersign",
	productName: "Countersign",
	copyright: "Copyright © 2026 The Countersign developers",
	directories: {
		app: join(dist, "resources"),
		output: join(dist, "release"),
		buildResources: join(dist, "icons"),
	},
	// biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills these in
	artifactName: "countersign-${version}-${os}-${arch}.${ext}",
	electronVersion: process.env.COUNTERSIGN_ELECTRON_VERSION,
	electronDist: electron,
	electronLanguages: process.platform === "darwin" ? ["en", "en_GB"] : ["en-US", "en-GB"],
	npmRebuild: false,
	publish: null,
	protocols: [{ name: "Countersign", schemes: ["countersign"] }],
	afterPack,
	mac: {
		target: [{ target: "dmg" }],
		category: "public.app-category.finance",
		icon: join(dist, "icons", "icon.icns"),
		darkModeSupport: true,
		// A signature of nobody where there is no certificate: arm64 runs nothing without one. It names no team, by
		// which the hardened runtime would let Electron load its own frameworks.
		...(signed ? {} : { identity: "-" }),
		hardenedRuntime: signed,
		entitlements: join(own, "mac.entitlements.plist"),
		entitlementsInherit: join(own, "mac.entitlements.plist"),
		notarize: signed && APPLE_API_KEY !== undefined,
	},
	win: {
		// Notifications are shown only of an app whose shortcut has its id (app.setAppUserModelId).
		appId: "Countersign",
		target: [{ target: "nsis" }],
		icon: join(dist, "icons", "icon.ico"),
	},
	nsis: {
		oneClick: false,
		perMachine: false,
		deleteAppDataOnUninstall: false,
		allowToChangeInstallationDirectory: true,
	},
	// The runtime that needs no libfuse2 of the system.
	toolsets: { appimage: "1.0.3" },
	linux: {
		target: [{ target: "AppImage" }],
		executableName: "countersign",
		icon: join(dist, "icons"),
		category: "Office;Finance",
		syncDesktopName: true,
		desktop: {
			entry: {
				GenericName: "Wallet companion",
				Comment: "Review and sign what an AI agent asks for",
				StartupWMClass: "countersign",
				Keywords: "wallet;ethereum;solana;ledger;agent;sign;",
			},
		},
	},
};
