package store

import (
	"github.com/klauspost/compress/s2"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/compress/snappy"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// Fresh parts are small and soon merged, so they are compressed as quickly as can be (Snappy), and
// merged parts well (zstd). BenchmarkEncode has both for every table.
func freshCodec() compress.Codec { return new(quickSnappy) }

func mergedCodec() compress.Codec { return &zstd.Codec{Level: zstd.SpeedFastest} }

// quickSnappy writes the Snappy format with the fastest of the encoders there are. The library's own
// choice looks longer for little less, which is not worth it for parts that do not last.
type quickSnappy struct{ snappy.Codec }

func (*quickSnappy) Encode(dst, src []byte) ([]byte, error) {
	return s2.EncodeSnappy(dst[:cap(dst)], src), nil
}
