/** Texts of the script that starts an AppImage or a plain archive on Linux. */
export const launcher = {
	"launcher.none":
		"Countersign runs only in its sandbox. This system gives it no user namespaces to make one of, so it was not started.",
	"launcher.allow": "Allow them for every program, until the next start of the computer: {command}",
	"launcher.profile": "Add an AppArmor profile for this file, with “userns,” in it. The user guide has one.",
	"launcher.refused": "A container or a security module refuses them: allow them there.",
	"launcher.deb": "Or install the .deb, which brings what the sandbox needs.",
} as const;
