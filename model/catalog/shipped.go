package catalog

import (
	"embed"
	"fmt"
	"os"
	"sync"
)

//go:embed tables/*.txt
var tables embed.FS

// tableFiles are read in this order: models first, since prices belong to them.
var tableFiles = []string{"tables/models.txt", "tables/prices.txt", "tables/life.txt"}

// Default is the catalog that the program ships, read at the first call.
func Default() *Catalog { return shipped() }

var shipped = sync.OnceValue(func() *Catalog {
	c, err := open()
	if err != nil {
		panic(fmt.Sprintf("catalog: the tables built into this program are broken:\n%v", err))
	}
	return c
})

func open() (*Catalog, error) {
	c := &Catalog{}
	var latest Day
	for _, name := range tableFiles {
		f, err := tables.Open(name)
		if err != nil {
			return nil, err
		}
		b, err := c.overlay(name, f, unstated)
		f.Close()
		if err != nil {
			return nil, err
		}
		c, latest = b.Catalog, max(latest, b.date)
	}
	c.version, c.date = "assay "+latest.String(), latest
	return c, nil
}

// Override is the catalog with a user's own file laid over it.
func (c *Catalog) Override(path string) (*Catalog, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open table: %w", err)
	}
	defer f.Close()
	return c.With(path, f)
}
