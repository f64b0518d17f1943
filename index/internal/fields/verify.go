package fields

import "fmt"

// Verify reads all of the file: sections have their checksums, ids are found by themselves and none is there
// twice, columns and the spans of their values agree.
func (f *File) Verify() error {
	if err := f.file.Verify(); err != nil {
		return err
	}
	if err := f.ids.verify(); err != nil {
		return f.fail(err)
	}
	for i := range f.columns {
		if err := f.columns[i].verify(); err != nil {
			return f.fail(fmt.Errorf("field %q: %w", f.schema[i].Name, err))
		}
	}
	return nil
}
