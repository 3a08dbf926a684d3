process.parentPort.on("message", ({ data }) => {
	process.parentPort.postMessage({
		doubled: data.big * 2n,
		isDate: data.at instanceof Date,
		args: process.argv.slice(2),
	});
});
